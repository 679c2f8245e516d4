import { groupBy } from '#common/group-by.ts';
import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { evidence } from '#gate/baseline/results/evidence.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { type OrderFinding, orderFinding, passRate } from '#statistics/counts/order-finding.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import { type Finding, finding } from '../terms/finding.ts';

/** Of one case at one look; reading more would only cost time. */
const MOST_TRIALS = 50;

/**
 * What the order of a case's trials says, here and in each run of main. Every other test assumes that the trials of a case are
 * exchangeable, so where an agent keeps state nothing passes, and if main's trials show it too, no other test decides. Trials run
 * round by round, so that their order is that of their places in their processes. The stored place only tells which trials share
 * a process: an agent that crashes starts again at place 0, so places depend on earlier outcomes. For the same reason, trials of
 * different looks are not compared: whether there is a next look depends on outcomes too.
 */
export function trialOrder(candidate: LeanResults, { cases }: LeanComparison): TrialOrder {
  if (candidate.agent.conditions['isolate'] === true) return { pattern: null, dependent: [] };
  const here = candidate.cases.map((item) => item.trials.filter(({ index }) => index <= item.planned_trials));
  const main = cases.flatMap(({ runs }) => runs).flatMap(sequencesOf);
  const changed = here.flatMap(sequencesOf);
  const pattern = orderFinding(changed, main);
  if (pattern?.kind !== 'state') return { pattern, dependent: [] };
  const sequences = pattern.in_main ? [...changed, ...main] : changed;
  const first = passRate(sequences.map((each) => each[0]));
  const last = passRate(sequences.map((each) => each.at(-1)));
  const { p, in_main } = pattern;
  const about = { outcome: 'inconclusive', gate: 'suite', code: 'dependent_trials' } as const;
  return {
    pattern,
    dependent: [
      finding(about, { p, in_main, first, last, of: candidate.agent.kind === 'suite' ? 'round' : 'process' }),
    ],
  };
}

/** What the order of trials says, and the finding of an agent that keeps state between them. */
export interface TrialOrder {
  readonly pattern: OrderFinding | null;
  readonly dependent: readonly Finding[];
}

/** Whether dependent trials may have made the failures too, as main's depend on one another as well. */
export function mayHaveFailedBy(dependent: readonly Finding[]): boolean {
  return dependent.some((finding) => finding.code === 'dependent_trials' && finding.facts.in_main);
}

/**
 * Whether the trials of a case passed, in their order: one list for each look of a run. Only those that share processes, and that the provider
 * answered: an outage of the first rounds is no state.
 */
function sequencesOf(trials: readonly LeanTrial[]): readonly (readonly boolean[])[] {
  const shared = evidence({ trials }).filter(
    ({ place_in_process: place, unanswered_calls: unanswered = 0 }) => place !== undefined && unanswered === 0,
  );
  return [...groupBy(shared, ({ run_attempt: attempt, look }) => `${attempt} ${look}`).values()]
    .map((each) => each.slice(0, MOST_TRIALS).map(({ outcome }) => outcome === 'passed'))
    .filter(({ length }) => length > 1);
}
