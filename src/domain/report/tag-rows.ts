import type { Comparison } from '#domain/baseline/comparison.ts';
import type { DecisionNumbers } from '#domain/gate/decision.ts';
import { measureSuite } from '#domain/metrics/measure-suite.ts';
import type { MetricState, TagRow } from './report.ts';
import { floorState, worst } from './with-floor.ts';

/** Figures per tag, sorted by tag. */
export function tagRows(comparison: Comparison, numbers: DecisionNumbers): readonly TagRow[] {
  const tags = new Set(comparison.cases.flatMap((one) => one.candidate?.tags ?? []));
  return [...tags].sort().map((tag) => {
    const tagged = comparison.cases.filter((one) => one.candidate?.tags.includes(tag));
    const here = measureSuite(tagged.flatMap((one) => one.candidate ?? []));
    const compared = tagged.filter((one) => one.status === 'comparable').flatMap((one) => one.baseline ?? []);
    return {
      tag,
      cases: tagged.length,
      baseline_pass_rate: compared.length > 0 ? measureSuite(compared).pass_rate : null,
      pass_rate: here.pass_rate,
      tool_recall: here.tool_recall,
      state: stateOf(tag, numbers),
    };
  });
}

function stateOf(tag: string, { tags, floors }: DecisionNumbers): MetricState {
  const tests = Object.hasOwn(tags, tag) ? Object.values(tags[tag] ?? {}) : [];
  const floorStates = floors.filter((floor) => floor.tag === tag).map(floorState);
  return worst([
    ...tests.map((test) => (test === null || test.boundary === 0 ? 'none' : test.failed ? 'fail' : 'pass')),
    ...floorStates,
  ]);
}
