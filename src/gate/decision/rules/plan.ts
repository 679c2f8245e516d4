import { compareIds } from '#gate/baseline/pairing/pair-cases.ts';
import { type BetweenRuns, differingRuns } from '#statistics/counts/between-runs.ts';
import { lowerMedian } from '#statistics/quantile.ts';
import { type Alpha, type AlphaGate, divideAlpha, totalAlpha } from '../terms/alpha.ts';
import { type AlarmBudget, boundaryOf } from '../terms/boundary.ts';
import type { GateEvidence, PairedCase } from '../terms/evidence.ts';
import { type LookBoundary, type LooksFor, lookBoundaries } from '../terms/look-boundaries.ts';
import type { ScopeTest } from '../terms/metrics.ts';
import type { Policy } from '../terms/policy.ts';
import { STAGES } from '../terms/stages.ts';
import { planScope, possibleTests, type ScopePlan } from './scope.ts';

/** Every test of a decision with its boundaries: policy and baseline fix them before the candidate's first trial. */
export interface GatePlan {
  readonly method: Policy['method'];
  /** False-alarm budget of the whole decision. */
  readonly total_alpha: number;
  /** Empty with method threshold. */
  readonly alpha: Alpha;
  /** When the suite's pass rate and single cases are tested, and their boundaries. */
  readonly looks: readonly LookBoundary[];
  /** What looks worse is tried again: the looks make nothing red. */
  readonly looks_choose: boolean;
  /** How far runs of main differ beyond chance; `null`: not used. */
  readonly between_runs: BetweenRuns | null;
  readonly suite: ScopePlan;
  /** Sorted by tag. */
  readonly tags: readonly { readonly tag: string; readonly plan: ScopePlan }[];
}

/** What a plan depends on besides policy and baseline. */
export interface PlanOptions {
  /** Trials per case after which the run may end, ascending. */
  readonly looks: readonly number[];
  /** Absent: stored trials of main decide. */
  readonly looks_for?: LooksFor;
  /** Stages of the fresh trials that follow looks that choose; absent: all. */
  readonly again?: readonly number[] | undefined;
  /** Where stored trials decide: how far main may differ from one day to the next counts too. Absent: every day is alike. */
  readonly reckons_with_days?: boolean;
  /** Cases that were not run because the change can't reach them; absent: none. */
  readonly unaffected?: GateEvidence['unaffected'] | undefined;
}

/** Plans the tests of a decision. Nothing that the candidate did enables or disables a gate. */
export function planGates(
  paired: readonly PairedCase[],
  policy: Policy,
  { looks, looks_for = 'deciding', again = STAGES, reckons_with_days = false, unaffected = [] }: PlanOptions,
): GatePlan {
  const looks_choose = looks_for === 'choosing';
  const statistical = policy.method === 'statistical';
  const suiteTests = possibleTests(paired, policy, looks_choose);
  const tags = Object.keys(policy.tags)
    .sort(compareIds)
    .flatMap((tag) => {
      const rules = policy.tags[tag];
      const cases = paired.filter((item) => item.tags.includes(tag));
      return rules === undefined ? [] : [{ tag, rules, cases, tests: possibleTests(cases, rules, looks_choose) }];
    });
  const tagTests = tags.reduce((sum, { tests }) => sum + tests.size, 0);
  const total = totalAlpha(policy.confidence);
  const alpha = statistical ? divideAlpha(total, enabledGates(paired, suiteTests, tagTests)) : {};
  const reckons_with_drift = statistical && !looks_choose && reckons_with_days;
  const between_runs = reckons_with_drift ? betweenRunsOf(paired) : null;
  const { judge } = policy;
  const shared = {
    looks,
    fresh: looks_choose ? (again.at(-1) ?? 0) : null,
    reckons_with_drift,
    judge,
    boundaryOf: (of: AlarmBudget) => boundaryOf(of, looks_choose),
  };
  const ofSuite = { ...shared, between_runs, unaffected: unaffected.length };
  const ofTag = (tag: string) => ({
    ...shared,
    between_runs: null,
    unaffected: unaffected.filter(({ tags }) => tags.includes(tag)).length,
  });
  const budget = (share: number | undefined): AlarmBudget => (statistical ? (share ?? 0) : 'threshold');
  return {
    method: policy.method,
    total_alpha: total,
    alpha,
    looks: lookBoundaries(
      looks,
      alpha,
      looks_for,
      lowerMedian(paired.map(({ baseline }) => Math.max(1, baseline.length))),
    ),
    looks_choose,
    between_runs,
    suite: planScope(paired, policy, (test) => budget(alpha[test === 'pass_rate' ? 'suite' : test]), ofSuite),
    tags: tags.map(({ tag, rules, cases, tests }) => ({
      tag,
      plan: planScope(cases, rules, (test) => budget(tests.has(test) ? (alpha.tags ?? 0) / tagTests : 0), ofTag(tag)),
    })),
  };
}

/** Plans of the same cases ask for it one by one. */
function betweenRunsOf(paired: readonly PairedCase[]): BetweenRuns | null {
  const known = spreads.get(paired);
  if (known !== undefined) return known;
  const spread = differingRuns(paired.map(({ runs }) => runs));
  spreads.set(paired, spread);
  return spread;
}

const spreads = new WeakMap<readonly PairedCase[], BetweenRuns | null>();

function enabledGates(paired: readonly PairedCase[], suite: ReadonlySet<ScopeTest>, tagTests: number): Set<AlphaGate> {
  const enabled = new Set<AlphaGate>();
  for (const test of suite) enabled.add(test === 'pass_rate' ? 'suite' : test);
  if (paired.length > 0) enabled.add('case');
  if (tagTests > 0) enabled.add('tags');
  return enabled;
}
