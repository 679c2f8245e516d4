import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { tagsOf } from '#gate/decision/terms/collect-evidence.ts';
import type { DecisionNumbers, ScopeDecisions } from '#gate/decision/terms/decision.ts';
import { METRIC_NAMES } from '#gate/decision/terms/metrics.ts';
import { measureSuite } from '#trials/metrics/measure-suite.ts';
import type { MetricState } from '../metric-state.ts';
import type { TagRow } from '../tag-row.ts';
import { failedTagRules } from './failed-rules.ts';
import { increaseState, passRateState, recallState } from './metric-tests.ts';
import { floorState, worst } from './with-floor.ts';

/** Figures per tag, sorted by tag: a tag with a rule on the cases that the rule covers, others on those that have it here. */
export function tagRows({ cases }: Comparison, numbers: DecisionNumbers): readonly TagRow[] {
  const here = cases.filter(({ candidate }) => candidate !== null);
  const has = (evalCase: ComparedCase, tag: string) =>
    (Object.hasOwn(numbers.tags, tag) ? tagsOf(evalCase) : (evalCase.candidate?.tags ?? [])).includes(tag);
  const tags = new Set(here.flatMap((evalCase) => tagsOf(evalCase).filter((tag) => has(evalCase, tag))));
  return [...tags].sort().map((tag) => {
    const tagged = here.filter((evalCase) => has(evalCase, tag));
    const measured = measureSuite(tagged.flatMap((evalCase) => evalCase.candidate ?? []));
    const compared = tagged
      .filter((evalCase) => evalCase.status === 'comparable')
      .flatMap((evalCase) => evalCase.baseline ?? []);
    return {
      tag,
      cases: tagged.length,
      baseline_pass_rate: compared.length > 0 ? measureSuite(compared).pass_rate : null,
      figures: measured,
      state: tagState(tag, numbers),
      failed_rules: failedTagRules(tag, testsOf(tag, numbers), numbers.floors),
    };
  });
}

/** The worst state of the policy's rules for a tag. */
function tagState(tag: string, numbers: DecisionNumbers): MetricState {
  const tests = testsOf(tag, numbers);
  const floorStates = numbers.floors.filter((floor) => floor.tag === tag).map(floorState);
  return worst([
    tests?.pass_rate ? passRateState(tests.pass_rate) : 'none',
    tests?.tool_recall ? recallState(tests.tool_recall) : 'none',
    ...METRIC_NAMES.flatMap((metric) => tests?.[metric] ?? []).map(increaseState),
    ...floorStates,
  ]);
}

function testsOf(tag: string, { tags }: DecisionNumbers): ScopeDecisions | null {
  return Object.hasOwn(tags, tag) ? (tags[tag] ?? null) : null;
}
