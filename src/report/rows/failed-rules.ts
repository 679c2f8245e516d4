import { keysOf } from '#common/keyed.ts';
import type { DecisionNumbers, ScopeDecisions } from '#gate/decision/terms/decision.ts';
import { METRIC_WORDS } from '#gate/decision/terms/metrics.ts';
import type { RuleName } from '../metric-state.ts';

/** A rule on a figure that is broken. */
interface FailedRule {
  readonly metric: string;
  /** `null`: of all cases. */
  readonly tag: string | null;
  readonly rule: RuleName;
  /** What it allows; `null`: it has no number. */
  readonly value: number | null;
  /** The figure of both sides, as the rule saw it; `null`: it saw single cases. */
  readonly sides: { readonly main: number | null; readonly here: number | null } | null;
}

/** The limit that a red test on a metric went beyond. */
export function limitOf(metric: string): RuleName {
  return metric === 'pass_rate' || metric === 'tool_recall' ? 'max_drop' : 'max_increase';
}

/** Every test and bound that failed. */
export function failedRules(numbers: DecisionNumbers): readonly FailedRule[] {
  const suite: ScopeDecisions = { ...numbers, pass_rate: numbers.pass_rate.suite };
  const scopes: readonly (readonly [string | null, ScopeDecisions])[] = [
    [null, suite],
    ...Object.entries(numbers.tags),
  ];
  const tests = scopes.flatMap(([tag, decisions]) =>
    keysOf(METRIC_WORDS).flatMap((metric): FailedRule[] => {
      const test = decisions[metric];
      if (test?.failed !== true) return [];
      const value = 'max_drop' in test ? test.max_drop : 'max_increase' in test ? test.max_increase : null;
      const sides = 'baseline' in test ? { main: test.baseline, here: test.candidate } : null;
      return [{ metric, tag, rule: limitOf(metric), value, sides }];
    }),
  );
  const bounds = numbers.floors.flatMap((floor): FailedRule[] => {
    if (floor.outcome !== 'fail') return [];
    const [rule, value] = 'max' in floor ? (['max', floor.max] as const) : (['min', floor.min] as const);
    return [{ metric: floor.metric, tag: floor.tag, rule, value, sides: { main: null, here: floor.value } }];
  });
  return [...tests, ...bounds];
}
