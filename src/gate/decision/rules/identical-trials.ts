import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { evidence, liveTrials, pooledEvidence, type ScoredTrial, saidAndDid } from '#gate/baseline/results/evidence.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { type Finding, finding } from '../terms/finding.ts';
import { asksEachTime, ownAnswers } from '../terms/own-answers.ts';
import { isTooFew, isTooMuch } from './missing-trials.ts';

/** This many equal answers in a row are no coincidence. */
const FEWEST_ALIKE = 3;

/**
 * Trials that repeat an answer to another trial of their case, here or on main. They are missing evidence, as trials without an
 * outcome are: with too many of them here there is no verdict.
 */
export function repeatedAnswerFindings(candidate: LeanResults, { cases }: LeanComparison): readonly Finding[] {
  const stored = new Map(cases.map(({ id, runs }) => [id, runs]));
  const unrepeated = ownAnswers(candidate);
  const here = candidate.cases.map(({ id, trials }): Tried => {
    const live = liveTrials(trials);
    return { id, live, left: unrepeated(live, stored.get(id) ?? []) };
  });
  const main = cases.map(({ id, runs }): Tried => {
    return { id, live: runs.flatMap((trials) => liveTrials(trials)), left: pooledEvidence(runs).flat() };
  });
  return [...repeatFindings(here, 'here'), ...repeatFindings(main, 'main')];
}

/** The judged trials of a case, and those that are evidence, as the others repeat the answer to one of them. */
interface Tried {
  readonly id: string;
  readonly live: readonly ScoredTrial[];
  readonly left: readonly ScoredTrial[];
}

function repeatFindings(cases: readonly Tried[], side: 'here' | 'main'): readonly Finding[] {
  const repeating = cases.filter(({ live, left }) => left.length < live.length);
  if (repeating.length === 0) return [];
  const all = repeating.flatMap(({ live, left }) => {
    const counts = new Set(left);
    return live.filter((trial) => !counts.has(trial));
  });
  const unasked = all.filter(({ steps }) => (steps ?? 0) === 0).length;
  const judged = cases.reduce((sum, { live }) => sum + live.length, 0);
  const isThin = cases.some(({ live, left }) => isTooFew(left.length, live.length));
  const outcome = side === 'here' && (isThin || isTooMuch(all.length, judged)) ? 'inconclusive' : 'note';
  const about = { outcome, gate: 'infrastructure', code: 'identical_trials' } as const;
  const ids = repeating.map(({ id }) => id).sort();
  return [finding({ ...about, cases: ids }, { trials: all.length, judged, unasked, side })];
}

/** Whether so many trials of this run repeat others that no test of the rest says anything of the change. */
export function leavesNoVerdict(repeated: Finding): boolean {
  if (repeated.code === 'identical_content') return repeated.outcome === 'inconclusive';
  if (repeated.code !== 'identical_trials' || repeated.facts.side === 'main') return false;
  return isTooMuch(repeated.facts.trials, repeated.facts.judged);
}

/**
 * A candidate that says the same in every trial of every case, by design or from a cache. Where main's trials vary, so does the agent, and it was
 * chance that these do not. Where main's commit says one thing in all stored trials of a case and another in all fresh ones, it is a cache, or
 * another model behind its name, and each side has one answer a case: there is no verdict. Where each of these trials is seen to call its model,
 * no cache answered: so the agent is.
 *
 * @param today fresh trials of main; `null`: there are none
 */
export function identicalContentFindings(
  candidate: LeanResults,
  { cases, pool }: LeanComparison,
  today: LeanResults | null,
): readonly Finding[] {
  const often = candidate.cases
    .map(evidence)
    .filter((trials) => trials.length >= FEWEST_ALIKE && trials.some((trial) => saidAndDid(trial) !== null));
  if (often.length === 0 || !often.every(areAlike)) return [];
  if (!cases.every(({ runs }) => pooledEvidence(runs).every(areAlike))) return [];
  const fresh = today?.cases.map((item) => ({ id: item.id, trials: evidence(item) })) ?? [];
  if (!fresh.every(({ trials }) => areAlike(trials))) return [];
  const same = pool.findIndex(({ sha }) => sha !== null && sha === today?.commit.sha);
  const stored = new Map(
    cases.map(({ id, baseline_id: before, runs }) => [before ?? id, evidence({ trials: runs[same] ?? [] })]),
  );
  const isSeen = today !== null && [candidate, today].every(asksEachTime);
  const other = fresh.filter(
    ({ id, trials }) => !isSeen && !areAlike([...trials.slice(0, 1), ...(stored.get(id) ?? [])]),
  );
  const about = { gate: 'infrastructure', code: 'identical_content', cases: other.map(({ id }) => id).sort() } as const;
  return [finding({ ...about, outcome: other.length > 0 ? 'inconclusive' : 'note' }, { cases: often.length })];
}

function areAlike(trials: readonly ScoredTrial[]): boolean {
  return new Set(trials.map(saidAndDid)).size <= 1;
}
