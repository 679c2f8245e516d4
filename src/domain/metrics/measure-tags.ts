import { type CaseTrials, measureSuite, type SuiteMetrics } from './measure-suite.ts';

/** The metrics of each tag, over the cases that have it; tags in alphabetical order. */
export function measureTags(cases: readonly CaseTrials[]): ReadonlyMap<string, SuiteMetrics> {
  const tags = [...new Set(cases.flatMap((one) => one.tags))].sort();
  return new Map(tags.map((tag) => [tag, measureSuite(cases.filter((one) => one.tags.includes(tag)))]));
}
