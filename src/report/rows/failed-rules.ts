import { keysOf } from '#common/keyed.ts';
import type { DecisionNumbers, ScopeDecisions } from '#gate/decision/terms/decision.ts';
import { METRIC_WORDS } from '#gate/decision/terms/metrics.ts';
import type { RuleName } from '../metric-state.ts';

/** The limit that a red test on a metric went beyond. */
export function limitOf(metric: string): RuleName {
  return metric === 'pass_rate' || metric === 'tool_recall' ? 'max_drop' : 'max_increase';
}

/** The rules that failed for a tag, such as `tool_recall.min`. */
export function failedTagRules(
  tag: string,
  tests: ScopeDecisions | null,
  floors: DecisionNumbers['floors'],
): readonly string[] {
  return [
    ...keysOf(METRIC_WORDS).flatMap((metric) =>
      tests?.[metric]?.failed === true ? [`${metric}.${limitOf(metric)}`] : [],
    ),
    ...floors.flatMap((floor) =>
      floor.tag === tag && floor.outcome === 'fail' ? [`${floor.metric}.${'max' in floor ? 'max' : 'min'}`] : [],
    ),
  ];
}
