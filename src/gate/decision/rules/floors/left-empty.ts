import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { CeilingDecision, FloorDecision } from '#gate/decision/terms/decision.ts';
import type { FigureBounds, Policy, RateRule, TagPolicy } from '#gate/decision/terms/policy.ts';
import { BOUNDED, type FigureName } from '#trials/metrics/figures.ts';

type Bound = FloorDecision | CeilingDecision;

/** A policy for the cases that ran, and the bounds that it lost because none of them is about these. */
export interface PolicyOfPart {
  readonly policy: Policy;
  readonly left_empty: readonly Bound[];
}

/**
 * A selection may leave a tag without a case, or no case that expects what a bound is about: then the bound can be neither met nor missed. A
 * bound that a case is about and that has no value stays, and so does every bound of a whole suite.
 */
export function withoutEmptyBounds(
  policy: Policy,
  { cases }: Comparison,
  { run: { inputs = {} } }: Pick<ResultsFile, 'run'>,
): PolicyOfPart {
  const isPart = ['cases', 'tags'].some((name) => Array.isArray(inputs[name]) && inputs[name].length > 0);
  if (!isPart) return { policy, left_empty: [] };
  const left = [...leftEmpty(policy, null, cases)];
  const tags = Object.entries(policy.tags).map(([tag, rules]): [string, TagPolicy] => {
    const has = (side: CaseRecord | null) => side?.tags.includes(tag) === true;
    const ofTag = leftEmpty(
      rules,
      tag,
      cases.filter(({ candidate, baseline }) => has(candidate) || has(baseline)),
    );
    left.push(...ofTag);
    return [tag, { ...rules, ...without(ofTag, rules) }];
  });
  const ofSuite = left.filter(({ tag }) => tag === null);
  return {
    policy: {
      ...policy,
      ...without(ofSuite, policy),
      pass_rate: policy.pass_rate,
      tags: Object.fromEntries(tags),
    },
    left_empty: left,
  };
}

function leftEmpty(rules: TagPolicy, tag: string | null, cases: readonly ComparedCase[]): readonly Bound[] {
  const about = { tag, value: null, ci95: null, outcome: 'inconclusive', cases: [], false_alarm_rate: null } as const;
  const floor = (metric: 'pass_rate' | 'tool_recall', rule: RateRule | null): readonly FloorDecision[] =>
    rule === null || rule.min === null ? [] : [{ ...about, metric, min: rule.min, mode: rule.min_mode }];
  const others = BOUNDED.flatMap((metric): readonly Bound[] => {
    const bound = rules.metrics?.[metric];
    if (bound === undefined) return [];
    return [{ ...about, metric, ...('max' in bound ? bound : { min: bound.min, mode: bound.min_mode }) }];
  });
  const all: readonly Bound[] = [
    ...floor('pass_rate', rules.pass_rate),
    ...floor('tool_recall', rules.tool_recall),
    ...others,
  ];
  return all.filter(({ metric }) => metric !== 'case_pass_rate' && isEmpty(metric, cases));
}

/** Whether no case is about a figure, so that it has no value whatever the agent does. */
function isEmpty(metric: FigureName, cases: readonly ComparedCase[]): boolean {
  const demands = DEMANDS[metric];
  return cases.every(({ candidate }) => demands !== undefined && candidate !== null && !demands(candidate));
}

/** Whether a case expects what a figure measures, as its trials tell; absent: every trial has such a figure, unless it was not reported. */
const DEMANDS: { readonly [Figure in FigureName]?: (item: CaseRecord) => boolean } = {
  tool_recall: expectsCalls,
  tool_precision: expectsCalls,
  parameter_accuracy: expectsCalls,
  phrase_recall: (item) => isChecked(item, 'response'),
  task_completion: (item) => isChecked(item, 'response'),
  mean_recall: (item) => expectsCalls(item) || isChecked(item, 'response'),
  retrieval_accuracy: (item) => isChecked(item, 'retrieved'),
  tools_ok: (item) => expectsCalls(item) || isChecked(item, 'tools') || isChecked(item, 'no_tools'),
};

function expectsCalls({ expected_tool_calls: calls }: CaseRecord): boolean {
  return calls > 0;
}

/** A trial that was broken off may lack its last checks. */
function isChecked({ trials }: CaseRecord, kind: string): boolean {
  const whole = trials.filter(({ outcome, completed }) => outcome !== 'error' && completed === true);
  return whole.length === 0 || whole.some(({ checks }) => checks.some(({ name }) => name.split('.')[0] === kind));
}

function without(left: readonly Bound[], rules: TagPolicy): Pick<TagPolicy, 'pass_rate' | 'tool_recall' | 'metrics'> {
  const gone = new Set<string>(left.map(({ metric }) => metric));
  const rate = <Rule extends RateRule | null>(metric: string, rule: Rule): Rule | RateRule =>
    rule !== null && gone.has(metric) ? { ...rule, min: null } : rule;
  const metrics: FigureBounds | undefined =
    rules.metrics && Object.fromEntries(Object.entries(rules.metrics).filter(([metric]) => !gone.has(metric)));
  return {
    pass_rate: rate('pass_rate', rules.pass_rate),
    tool_recall: rate('tool_recall', rules.tool_recall),
    ...(metrics !== undefined && { metrics }),
  };
}
