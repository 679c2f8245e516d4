import { caseMinP } from '#statistics/counts/min-p.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { holm } from '#statistics/counts/pairwise-exact.ts';
import { type MarginEvidence, NO_EVIDENCE, withRound } from '#statistics/sequential/margin-evidence.ts';

/** The chance of showing any candidate that is worse by the margin, and of calling any case of an equal one worse, over all candidates and looks. */
export const UPGRADE_ERROR = 0.05;
/** Of the same budget, what the test of cases is given: a candidate ends at a round that its trials choose, which adds to its errors. */
const CASE_ERROR = 0.04;

/** The rules of one upgrade, known before the first trial. */
export interface UpgradeRules {
  /** Most that a candidate may pass less on the mean over cases, above 0 and below 1. */
  readonly margin: number;
  /** Rounds over all cases before anything is decided, and the most. */
  readonly fewest: number;
  readonly most: number;
}

/** What a candidate and today's model did in the same rounds. */
export interface TriedModel {
  readonly rounds: number;
  readonly evidence: MarginEvidence;
  /** Of each case: the candidate's passes (a of n), and today's (b of m). */
  readonly cases: readonly PairedCounts[];
}

/** `null`: it goes on. `ended`: after the most rounds nothing is shown. */
export type CandidateFinding = 'shown' | 'worse-cases' | 'dropped' | 'ended' | null;

/**
 * Decides about every candidate so far. It is shown once its evidence reaches the budget of errors over all candidates (Holm 1979) and no case is proven worse then;
 * dropped once the evidence is as strongly for the other side.
 *
 * @param tried of every candidate, those that take no more turns as they were
 */
export function decideCandidates(tried: readonly TriedModel[], rules: UpgradeRules): readonly CandidateFinding[] {
  const shown = holm(tried.map(({ evidence }) => Math.exp(-evidence.most)));
  return tried.map((one, at): CandidateFinding => {
    if (one.rounds < rules.fewest) return one.rounds >= rules.most ? 'ended' : null;
    if (one.evidence.now <= Math.log(UPGRADE_ERROR)) return 'dropped';
    if ((shown[at] ?? 1) <= UPGRADE_ERROR)
      return provenWorse(one, tried.length).includes(true) ? 'worse-cases' : 'shown';
    return one.rounds >= rules.most ? 'ended' : null;
  });
}

/** Which cases are proven worse when a candidate has ended, by the gate's exact test over all cases. */
export function provenWorse({ cases }: Pick<TriedModel, 'cases'>, candidates: number): readonly boolean[] {
  return caseMinP(cases).map(({ pAdjusted }) => pAdjusted <= CASE_ERROR / candidates);
}

/** As many rounds as prove that two cases which always passed never do, where nothing else fails. */
export function fewestRounds(candidates: number): number {
  for (let rounds = 1; ; rounds += 1) {
    const dead = { a: 0, n: rounds, b: rounds, m: rounds };
    if (provenWorse({ cases: [dead, dead] }, candidates).includes(true)) return rounds;
  }
}

/** Whether trials of one case passed, by their index, in its order. */
export type TrialOutcomes = ReadonlyMap<number, boolean>;

/**
 * The rounds of today's model and a candidate: the first is the first pair of trials with equal index, both judged, of every case, and so on. A trial without an
 * outcome is missing on both sides.
 *
 * @param today of each case
 * @param candidate of the same cases
 */
export function pairRounds(
  today: readonly TrialOutcomes[],
  candidate: readonly TrialOutcomes[],
  margin: number,
): TriedModel {
  const cases = today.map((outcomes, at) =>
    [...outcomes].flatMap(([index, was]) => {
      const is = candidate[at]?.get(index);
      return is === undefined ? [] : [{ was, is }];
    }),
  );
  const rounds = cases.length === 0 ? 0 : Math.min(...cases.map(({ length }) => length));
  let evidence = NO_EVIDENCE;
  for (let at = 0; at < rounds; at += 1) {
    const passed = (side: 'was' | 'is') => cases.map((pairs) => pairs[at]?.[side] === true);
    evidence = withRound(evidence, { today: passed('was'), candidate: passed('is') }, margin);
  }
  const count = (pairs: (typeof cases)[number], side: 'was' | 'is') => pairs.filter((pair) => pair[side]).length;
  return {
    ...{ rounds, evidence },
    cases: cases.map((pairs) => ({ a: count(pairs, 'is'), n: pairs.length, b: count(pairs, 'was'), m: pairs.length })),
  };
}
