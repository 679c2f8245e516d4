import type { Accept, MetricAccept } from '#cases/suite/accept.ts';
import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { reaches } from '#statistics/beyond.ts';
import { mean } from '#statistics/mean.ts';
import { UNSETTLED } from '../again/unsettled.ts';
import { looksWorse } from '../looks/suspicion.ts';
import { verdictOf } from '../rules/conclude.ts';
import { isGone } from '../rules/gone-cases.ts';
import type { GateResults } from '../rules/test-gates.ts';
import type { AcceptDecision } from '../terms/accept-decision.ts';
import type { SuiteDecision } from '../terms/decision.ts';
import { comparableCases, type GateEvidence, type PairedCase, passes } from '../terms/evidence.ts';
import { valuesOf } from '../terms/metric-values.ts';
import { BEHAVIOUR } from '../terms/metrics.ts';
import type { Policy } from '../terms/policy.ts';
import { type NamedAccept, namedAccepts } from './named-accepts.ts';
import { isRedTest, readMetric, withRaisedLimits } from './raised-limits.ts';

/** What is tested: some evidence under some policy, and what the tests found. */
export interface Tested {
  readonly evidence: GateEvidence;
  readonly gates: GateResults;
}

/** An accept with what it came to. */
export interface SettledAccept {
  readonly decision: AcceptDecision;
  /** Both sides of its case; `null`: it names a metric, or the case is not compared. */
  readonly item: PairedCase | null;
  /** By how much its metric got worse; `null`: it names a case, or that is not known. */
  readonly change: number | null;
  /** What it names got worse: its being without effect matters. */
  readonly is_worse: boolean;
}

/** The tests that decide, with what every accept came to. */
export interface Settlement<Of extends Tested> {
  readonly tested: Of;
  readonly accepts: readonly SettledAccept[];
}

/**
 * Tests everything; if something is red, or looks red, that the change accepts or main has in quarantine, tests the rest again
 * without it: only the named cases leave the tests, and the rest is tested at the full level. So an accept can only remove red:
 * if nothing that it names got worse, it has no effect, and the case is tested like all others.
 *
 * @param test the gates on some evidence, under some policy
 */
export function settleAccepts<Of extends Tested>(
  comparison: Pick<LeanComparison, 'cases' | 'pool' | 'unaffected'>,
  policy: Policy,
  candidate: Pick<LeanResults, 'accepts' | 'created_at'>,
  evidence: GateEvidence,
  test: (evidence: GateEvidence, policy: Policy) => Of,
): Settlement<Of> {
  const all = test(evidence, policy);
  const entries = namedAccepts(comparison, policy, candidate).filter(
    ({ entry }) => !('metric' in entry) || entry.metric !== BEHAVIOUR,
  );
  if (entries.length === 0) return { tested: all, accepts: [] };
  const live = entries.filter(({ barred }) => barred === null).map(({ entry }) => entry);
  const ids = new Set(live.flatMap((entry) => ('case' in entry ? [entry.case] : [])));
  const metrics = live.filter((entry) => 'metric' in entry);
  const { worse, tested } = withoutThem(casesToAccept(ids, evidence.paired, all.gates));
  const every = new Set(entries.flatMap(({ entry }) => ('case' in entry ? [entry.case] : [])));
  const fallen = casesToAccept(every, evidence.paired, all.gates);
  const gone = new Set(comparison.cases.filter(isGone).map(({ id }) => id));
  return {
    tested,
    accepts: entries.map((item) => settle(item, { evidence, all, tested, policy, worse, fallen, gone })),
  };

  function withoutThem(worse: ReadonlySet<string>): { readonly worse: ReadonlySet<string>; readonly tested: Of } {
    const rest = { ...evidence, paired: evidence.paired.filter(({ id }) => !worse.has(id)) };
    const tested = withLimits(worse.size === 0 ? all : test(rest, policy), rest, policy, metrics, test);
    // With fewer cases, each is tested a little more strictly; but an accept must not make anything red that was not.
    return isRed(tested) && !isRed(all) ? { worse: new Set(), tested: all } : { worse, tested };
  }
}

function isRed({ gates }: Tested): boolean {
  return verdictOf(gates.findings) === 'fail';
}

/** Raises the limits of the metrics that are red and accepted; others may become red without the cases that left. */
function withLimits<Of extends Tested>(
  first: Of,
  rest: GateEvidence,
  policy: Policy,
  metrics: readonly MetricAccept[],
  test: (evidence: GateEvidence, policy: Policy) => Of,
): Of {
  let tested = first;
  let raised: readonly MetricAccept[] = [];
  for (;;) {
    const red = metrics.filter((accept) => !raised.includes(accept) && isRedTest(accept, tested.gates));
    if (red.length === 0) return tested;
    raised = [...raised, ...red];
    tested = test(rest, withRaisedLimits(policy, raised));
  }
}

interface Settling {
  readonly evidence: GateEvidence;
  /** With all cases, and under the policy as it is. */
  readonly all: Tested;
  readonly tested: Tested;
  readonly policy: Policy;
  readonly worse: ReadonlySet<string>;
  readonly fallen: ReadonlySet<string>;
  /** Cases that the change removes. */
  readonly gone: ReadonlySet<string>;
}

function settle({ source, entry, barred }: NamedAccept, known: Settling): SettledAccept {
  if ('case' in entry) {
    const { case: id } = entry;
    const item = comparableCases(known.evidence.paired).find((item) => item.id === id) ?? null;
    const isGone = known.gone.has(id);
    const state = barred ?? (isGone || known.worse.has(id) ? 'accepted' : 'not_red');
    const is_worse = isGone || known.fallen.has(id);
    return { decision: decisionOf(source, entry, state), item: isGone ? null : item, change: null, is_worse };
  }
  const is_worse = isRedTest(entry, known.all.gates) || isRedTest(entry, known.tested.gates);
  const { state, change } = readMetric(entry, known.policy, known.tested.gates);
  return { decision: decisionOf(source, entry, barred ?? state), item: null, change, is_worse };
}

/** An accept of something that is no metric, with what it came to. */
export function acceptOf(
  source: AcceptDecision['source'],
  entry: Accept,
  state: AcceptDecision['state'],
  is_worse: boolean,
): SettledAccept {
  return { decision: decisionOf(source, entry, state), item: null, change: null, is_worse };
}

function decisionOf(source: AcceptDecision['source'], entry: Accept, state: AcceptDecision['state']): AcceptDecision {
  return { source, case: null, metric: null, tag: null, up_to: null, ...entry, state };
}

/**
 * The cases that got worse, as far as the tests show: a case is broken, looks so, or lowered a mean that fell beyond chance. Only
 * these have something to accept.
 */
export function casesToAccept(
  ids: ReadonlySet<string>,
  paired: readonly PairedCase[],
  { cases, suite, tags }: Pick<GateResults, 'cases' | 'suite' | 'tags'>,
): ReadonlySet<string> {
  if (ids.size === 0) return ids;
  const tested = cases.filter(
    ({ failed, p, p_adjusted: adjusted, baseline }) =>
      failed || looksWorse(p, baseline.scored) || reaches(adjusted, UNSETTLED),
  );
  const scopes = [{ tag: null, tests: suite }, ...tags].map(({ tag, tests }) => ({
    isIn: (item: PairedCase) => tag === null || item.tags.includes(tag),
    lowered: [
      ...(isBeyondChance(tests.pass_rate) ? [passedLess] : []),
      ...(isBeyondChance(tests.tool_recall) ? [recalledLess] : []),
    ],
  }));
  const lowering = comparableCases(paired).filter((item) =>
    scopes.some(({ isIn, lowered }) => isIn(item) && lowered.some((fell) => fell(item))),
  );
  return new Set([...tested, ...lowering].flatMap(({ id }) => (ids.has(id) ? [id] : [])));
}

/** Also where main may have moved as far since its runs. */
function isBeyondChance(test: Pick<SuiteDecision, 'failed' | 'p_drift'> | null): boolean {
  return test !== null && (test.failed || test.p_drift !== null);
}

function passedLess({ trials, baseline }: PairedCase): boolean {
  return passes(trials) * baseline.length < passes(baseline) * trials.length;
}

function recalledLess({ trials, baseline }: PairedCase): boolean {
  const [here, main] = [trials, baseline].map((side) => mean(valuesOf(side, 'tool_recall')));
  return typeof here === 'number' && typeof main === 'number' && here < main;
}
