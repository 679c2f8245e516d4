import type { CaseDecision, ScopeDecisions } from '../decision.ts';
import { looksWorse } from '../looks/suspicion.ts';
import { METRIC_NAMES, type ScopeTest } from '../metrics.ts';
import type { GateResults } from '../test-gates.ts';
import type { ScopeName } from './tried-test.ts';

/** What the looks send on: it gets fresh trials on both sides. */
export interface Choice {
  readonly scopes: readonly ScopeName[];
  /** Cases that look worse by themselves, in their order. */
  readonly cases: readonly string[];
}

/**
 * What is tried again: a mean pass rate that looks worse, or of which the last look could not rule out a drop that matters; another mean that
 * looks worse; and single cases that do. Choosing needs no correction for how much is tested, as the trials that chose decide nothing.
 *
 * @returns `null`: the looks closed everything
 */
export function choose({ suite, tags, cases }: Pick<GateResults, 'suite' | 'tags' | 'cases'>): Choice | null {
  const scopes = [{ tag: null, tests: suite }, ...tags].flatMap(({ tag, tests }) =>
    namesOf(tests).map((test) => ({ tag, test })),
  );
  const worse = cases.filter(isChosen).map(({ id }) => id);
  return scopes.length === 0 && worse.length === 0 ? null : { scopes, cases: worse };
}

function isChosen({ p, baseline }: CaseDecision): boolean {
  return looksWorse(p, baseline.scored);
}

function namesOf(tests: ScopeDecisions): readonly ScopeTest[] {
  const { pass_rate: rate, tool_recall: recall } = tests;
  return [
    ...(rate !== null && rate.boundary > 0 && !rate.passed ? (['pass_rate'] as const) : []),
    ...(recall?.failed === true ? (['tool_recall'] as const) : []),
    ...METRIC_NAMES.filter((metric) => tests[metric]?.failed === true),
  ];
}
