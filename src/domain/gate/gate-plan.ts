import { compareIds } from '#domain/baseline/pair-cases.ts';
import { type Alpha, type AlphaGate, divideAlpha, totalAlpha } from './alpha.ts';
import { type Boundary, type Budget, oneLook } from './budget.ts';
import type { PairedCase } from './gate-evidence.ts';
import type { Policy } from './policy.ts';
import { type MetricTest, planScope, possibleTests, type ScopePlan } from './scope-plan.ts';

/** Every test of a decision with what it is read against: fixed by policy and baseline, before the candidate's first trial. */
export interface GatePlan {
  readonly method: Policy['method'];
  /** False-alarm budget of the whole decision. */
  readonly total_alpha: number;
  /** Empty with method threshold. */
  readonly alpha: Alpha;
  readonly suite: ScopePlan;
  /** `null`: single cases are not tested. */
  readonly case_boundary: number | null;
  /** Sorted by tag. */
  readonly tags: readonly { readonly tag: string; readonly plan: ScopePlan }[];
}

/** Plans the tests of a decision. No gate is enabled or switched off by anything that the candidate did. */
export function planGates(paired: readonly PairedCase[], policy: Policy, boundary: Boundary = oneLook): GatePlan {
  const statistical = policy.method === 'statistical';
  const suiteTests = possibleTests(paired, policy);
  const tags = Object.keys(policy.tags)
    .sort(compareIds)
    .flatMap((tag) => {
      const rules = policy.tags[tag];
      const cases = paired.filter((item) => item.tags.includes(tag));
      return rules === undefined
        ? []
        : [{ tag, rules, cases, tests: possibleTests(cases, { ...rules, method: policy.method }) }];
    });
  const tagTests = tags.reduce((sum, { tests }) => sum + tests.size, 0);
  const total = totalAlpha(policy.confidence);
  const alpha = statistical ? divideAlpha(total, enabledGates(paired, suiteTests, tagTests)) : {};
  const budget = (share: number | undefined): Budget => (statistical ? { alpha: share ?? 0, boundary } : 'threshold');
  return {
    method: policy.method,
    total_alpha: total,
    alpha,
    suite: planScope(paired, policy, (test) => budget(alpha[test === 'pass_rate' ? 'suite' : test])),
    case_boundary: alpha.case === undefined ? null : boundary(alpha.case),
    tags: tags.map(({ tag, rules, cases, tests }) => ({
      tag,
      plan: planScope(cases, rules, (test) => budget(tests.has(test) ? (alpha.tags ?? 0) / tagTests : 0)),
    })),
  };
}

function enabledGates(paired: readonly PairedCase[], suite: ReadonlySet<MetricTest>, tagTests: number): Set<AlphaGate> {
  const enabled = new Set<AlphaGate>();
  for (const test of suite) enabled.add(test === 'pass_rate' ? 'suite' : test);
  if (paired.length > 0) enabled.add('case');
  if (tagTests > 0) enabled.add('tags');
  return enabled;
}
