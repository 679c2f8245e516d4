import { compareIds } from '#domain/baseline/pairing/pair-cases.ts';
import { type BetweenRuns, betweenRuns } from '#domain/statistics/counts/between-runs.ts';
import { type Alpha, type AlphaGate, divideAlpha, totalAlpha } from './alpha.ts';
import type { Budget } from './boundary.ts';
import type { PairedCase } from './evidence.ts';
import { type LookBoundary, lookBoundaries } from './looks/look-boundaries.ts';
import type { ScopeTest } from './metrics.ts';
import type { Policy } from './policy.ts';
import { planScope, possibleTests, type ScopePlan } from './rules/scope.ts';

/** Every test of a decision with its boundaries: policy and baseline fix them before the candidate's first trial. */
export interface GatePlan {
  readonly method: Policy['method'];
  /** False-alarm budget of the whole decision. */
  readonly total_alpha: number;
  /** Empty with method threshold. */
  readonly alpha: Alpha;
  /** When the suite's pass rate and single cases are tested, and their boundaries. */
  readonly looks: readonly LookBoundary[];
  /** How far runs of main differ beyond chance; `null`: not used. */
  readonly between_runs: BetweenRuns | null;
  readonly suite: ScopePlan;
  /** Sorted by tag. */
  readonly tags: readonly { readonly tag: string; readonly plan: ScopePlan }[];
}

/** What a plan depends on beside policy and baseline. */
export interface PlanOptions {
  /** Trials per case after which the run may end, ascending. */
  readonly looks: readonly number[];
  /** A failed test will not be repeated against main as it is today: the spread between its stored runs replaces that. */
  readonly reckons_with_spread: boolean;
}

/** Plans the tests of a decision. Nothing that the candidate did enables or disables a gate. */
export function planGates(
  paired: readonly PairedCase[],
  policy: Policy,
  { looks, reckons_with_spread }: PlanOptions,
): GatePlan {
  const statistical = policy.method === 'statistical';
  const suiteTests = possibleTests(paired, policy, policy.method);
  const tags = Object.keys(policy.tags)
    .sort(compareIds)
    .flatMap((tag) => {
      const rules = policy.tags[tag];
      const cases = paired.filter((item) => item.tags.includes(tag));
      return rules === undefined ? [] : [{ tag, rules, cases, tests: possibleTests(cases, rules, policy.method) }];
    });
  const tagTests = tags.reduce((sum, { tests }) => sum + tests.size, 0);
  const total = totalAlpha(policy.confidence);
  const alpha = statistical ? divideAlpha(total, enabledGates(paired, suiteTests, tagTests)) : {};
  const budget = (share: number | undefined): Budget => (statistical ? (share ?? 0) : 'threshold');
  return {
    method: policy.method,
    total_alpha: total,
    alpha,
    looks: lookBoundaries(looks, alpha),
    between_runs: statistical && reckons_with_spread ? spread(paired) : null,
    suite: planScope(paired, policy, (test) => budget(alpha[test === 'pass_rate' ? 'suite' : test]), looks),
    tags: tags.map(({ tag, rules, cases, tests }) => ({
      tag,
      plan: planScope(cases, rules, (test) => budget(tests.has(test) ? (alpha.tags ?? 0) / tagTests : 0), looks),
    })),
  };
}

/** With fewer runs their differences are too uncertain. */
const FEWEST_RUNS = 4;

function spread(paired: readonly PairedCase[]): BetweenRuns | null {
  const found = betweenRuns(paired.map(({ runs }) => runs));
  return found !== null && found.runs >= FEWEST_RUNS && found.variance > 0 ? found : null;
}

function enabledGates(paired: readonly PairedCase[], suite: ReadonlySet<ScopeTest>, tagTests: number): Set<AlphaGate> {
  const enabled = new Set<AlphaGate>();
  for (const test of suite) enabled.add(test === 'pass_rate' ? 'suite' : test);
  if (paired.length > 0) enabled.add('case');
  if (tagTests > 0) enabled.add('tags');
  return enabled;
}
