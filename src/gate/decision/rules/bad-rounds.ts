import { groupBy } from '#common/group-by.ts';
import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { type RoundTrial, worseRounds } from '#statistics/counts/worse-rounds.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import type { BadRound } from '../facts/run-facts.ts';
import { type Finding, finding } from '../terms/finding.ts';
import type { Fresh } from '../terms/fresh.ts';
import { lastOfLooks } from '../terms/fresh-sides.ts';
import type { TrialOrder } from './dependent-trials.ts';

/** The share of unchanged changes in which a round is named, over all rounds of both sides. It decides nothing. */
const ALPHA = 0.005;

/**
 * A note on rounds of either side that went far worse than the others of their run: the trials of a round run at about the same time, so that an
 * incident of the provider, or a cold start, hits them together. Outcomes show it, or model calls that the provider refused or broke off.
 */
export function badRoundFindings(
  candidate: LeanResults,
  comparison: LeanComparison,
  fresh: Fresh<LeanResults>,
  { pattern, dependent }: TrialOrder,
): readonly Finding[] {
  const trials = trialsByRound(candidate, comparison, fresh);
  // Where an agent keeps state, its first or its last round differs without any incident.
  const seen = seenRounds(trials, dependent.length === 0 ? MEASURES : [isServed]);
  const ofOrder =
    pattern?.kind === 'round' && !seen.some(({ side }) => !pattern.here || side === 'here') ? [pattern] : [];
  const early = ofOrder.map(({ here, round, passed }): BadRound => {
    return { side: here ? 'here' : 'both', sha: null, fresh: false, round, passed, served: null };
  });
  const rounds = [...early, ...seen];
  const about = { outcome: 'note', gate: 'infrastructure', code: 'bad_round' } as const;
  return rounds.length === 0 ? [] : [finding(about, { rounds })];
}

/** A trial by its round. */
interface TrialOfRound extends Pick<BadRound, 'side' | 'sha' | 'fresh' | 'round'> {
  readonly id: string;
  /** Trials that were planned together: their rounds differ only in time. */
  readonly block: string;
  readonly trial: LeanTrial;
}

/** The trials of both sides: fresh ones by their stage, others by their look. */
function trialsByRound(
  candidate: LeanResults,
  { cases, pool }: LeanComparison,
  fresh: Fresh<LeanResults>,
): readonly TrialOfRound[] {
  type About = Pick<TrialOfRound, 'side' | 'sha' | 'id'>;
  const ofLook = (about: About, trial: LeanTrial, run = ''): TrialOfRound => {
    const block = `${about.side} ${run} ${trial.run_attempt} ${trial.look}`;
    return { ...about, trial, fresh: false, round: trial.index, block };
  };
  const ofStage = (about: About, trial: LeanTrial, round: number): TrialOfRound => {
    const stage = candidate.again?.find((each) => round <= each) ?? 0;
    return { ...about, trial, fresh: true, round, block: `fresh ${about.side} ${stage}` };
  };
  const after = lastOfLooks(candidate);
  const here = candidate.cases.flatMap(({ id, trials }) =>
    trials.map((trial) => {
      const about = { side: 'here', sha: null, id } as const;
      const beyond = trial.index - after(id);
      return beyond > 0 ? ofStage(about, trial, beyond) : ofLook(about, trial);
    }),
  );
  const stored = cases.flatMap(({ id, runs }) =>
    runs.flatMap((trials, run) =>
      trials.map((trial) => ofLook({ side: 'main', sha: pool[run]?.sha ?? null, id }, trial, `${run}`)),
    ),
  );
  if (fresh.kind !== 'done') return [...here, ...stored];
  const { commit, cases: tried } = fresh.results;
  const today = tried.flatMap(({ id, trials }) =>
    trials.map((trial) => ofStage({ side: 'main', sha: commit.sha, id }, trial, trial.index)),
  );
  return [...here, ...stored, ...today];
}

/** Whether a trial went well by one measure; `null`: it does not tell. */
type Measure = (trial: LeanTrial) => boolean | null;

const isPassed: Measure = ({ outcome }) => (outcome === 'error' ? null : outcome === 'passed');

/** The provider answered all of its model calls. */
const isServed: Measure = ({ error, unanswered_calls: calls = 0 }) =>
  calls === 0 && (error === null || !PROVIDER.has(error.class));

const PROVIDER: ReadonlySet<string> = new Set(['rate_limit', 'provider', 'network']);

const MEASURES: readonly Measure[] = [isPassed, isServed];

/** Rounds in which trials went worse than in the others of their block by more than chance explains, corrected for the number of rounds. */
function seenRounds(trials: readonly TrialOfRound[], measures: readonly Measure[]): readonly BadRound[] {
  const together = groupBy(trials, ({ block }) => block);
  const blocks = [...together.values()].map((block) => groupBy(block, ({ round }) => round));
  const tests = measures.length * blocks.reduce((sum, rounds) => sum + rounds.size, 0);
  return blocks.flatMap((rounds) => {
    const all = [...rounds.values()].flat();
    const worseBy = (measure: Measure) => {
      const isTold = measures.includes(measure) && all.some(({ trial }) => measure(trial) === false);
      return worseRounds(isTold ? casesOf(all, measure) : [], ALPHA / tests);
    };
    const [passed, served] = [worseBy(isPassed), worseBy(isServed)];
    return [...rounds].flatMap(([round, [first]]): readonly BadRound[] => {
      const of = { passed: passed.get(round) ?? null, served: served.get(round) ?? null };
      if (first === undefined || (of.passed === null && of.served === null)) return [];
      const { side, sha, fresh } = first;
      return [{ side, sha, fresh, round, ...of }];
    });
  });
}

/** The trials that a measure tells something of, case by case. */
function casesOf(trials: readonly TrialOfRound[], measure: Measure): readonly (readonly RoundTrial[])[] {
  const known = trials.flatMap(({ id, round, trial }) => {
    const isGood = measure(trial);
    return isGood === null ? [] : [{ id, round, is_good: isGood }];
  });
  return [...groupBy(known, ({ id }) => id).values()];
}
