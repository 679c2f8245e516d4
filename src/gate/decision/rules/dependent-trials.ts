import { groupBy } from '#common/group-by.ts';
import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { evidence } from '#gate/baseline/results/evidence.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { growthFinding, mayGrow, type TakenInOrder } from '#statistics/counts/growth.ts';
import { mayFollowOrder, type OrderFinding, orderFinding, passRate } from '#statistics/counts/order-finding.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import { type Finding, finding } from '../terms/finding.ts';

/** Of one case at one look; reading more would only cost time. */
const MOST_TRIALS = 50;

/**
 * What the order of a case's trials says, here and in each run of main. Every other test assumes that the trials of a case are
 * exchangeable, so where an agent keeps state nothing passes, and if main's trials show it too, no other test decides. Trials run
 * round by round, so that their order is that of their places in their processes. The stored place only tells whether trials share
 * processes: an agent that crashes starts again at place 0, so places depend on earlier outcomes. For the same reason, trials of
 * different looks are not compared: whether there is a next look depends on outcomes too.
 */
export function trialOrder(candidate: LeanResults, { cases }: LeanComparison): TrialOrder {
  const { kind, conditions } = candidate.agent;
  // Somebody else has put its rows in order.
  if (kind === 'recorded') return NO_ORDER;
  const here = candidate.cases.flatMap((item) =>
    inOrder(item.trials.filter(({ index }) => index <= item.planned_trials)),
  );
  const apart =
    conditions['isolate'] === true || !here.flat().some(({ place_in_process: place }) => place !== undefined);
  const of = kind === 'suite' ? 'round' : apart ? 'run' : 'process';
  const [changed, taken] = [here.map(outcomes), here.flatMap(tokens)];
  const [mayOrder, grows] = [!apart || mayFollowOrder(changed), mayGrow(taken)];
  if (!mayOrder && !grows) return NO_ORDER;
  const main = cases.flatMap(({ runs }) => runs).flatMap(inOrder);
  const stored = main.map(outcomes);
  const pattern = mayOrder ? orderFinding(changed, stored, apart) : null;
  const about = { outcome: 'inconclusive', gate: 'suite', code: 'dependent_trials' } as const;
  if (pattern?.kind === 'state') {
    const sequences = pattern.in_main ? [...changed, ...stored] : changed;
    const first = passRate(sequences.map((each) => each[0]));
    const last = passRate(sequences.map((each) => each.at(-1)));
    const { p, in_main } = pattern;
    return { pattern, dependent: [finding(about, { p, in_main, first, last, of, measure: 'passes' })] };
  }
  const growth = grows ? growthFinding(taken, main.flatMap(tokens)) : null;
  if (growth === null) return { pattern, dependent: [] };
  return { pattern, dependent: [finding(about, { ...growth, in_main: true, of, measure: 'tokens' })] };
}

const NO_ORDER: TrialOrder = { pattern: null, dependent: [] };

/** What the order of trials says, and the finding of an agent that keeps state between them. */
export interface TrialOrder {
  readonly pattern: OrderFinding | null;
  readonly dependent: readonly Finding[];
}

/** Whether dependent trials may have made the failures too, as main's depend on one another as well. */
export function mayHaveFailedBy(dependent: readonly Finding[]): boolean {
  return dependent.some((finding) => finding.code === 'dependent_trials' && finding.facts.in_main);
}

/** The trials of a case in their order: one list for each look of a run. Those that the provider answered: an outage of the first rounds is no state. */
function inOrder(trials: readonly LeanTrial[]): readonly (readonly LeanTrial[])[] {
  const answered = evidence({ trials }).filter(({ unanswered_calls: unanswered = 0 }) => unanswered === 0);
  return [...groupBy(answered, ({ run_attempt: attempt, look }) => `${attempt} ${look}`).values()]
    .map((each) => each.slice(0, MOST_TRIALS))
    .filter(({ length }) => length > 1);
}

function outcomes(trials: readonly LeanTrial[]): readonly boolean[] {
  return trials.map(({ outcome }) => outcome === 'passed');
}

/** The tokens of a case, if enough of its trials tell. */
function tokens(trials: readonly LeanTrial[]): readonly TakenInOrder[] {
  const taken = trials.map(({ usage }) => usage.total_tokens);
  const [first = null, second = null] = taken;
  const last = taken.length < 3 ? null : (taken.at(-1) ?? null);
  return first === null || second === null || last === null ? [] : [{ first, second, last }];
}
