import { looksWorse } from '../looks/suspicion.ts';
import type { GateResults } from '../rules/test-gates.ts';
import type { CaseDecision, IncreaseDecision, ScopeDecisions } from '../terms/decision.ts';
import { METRIC_NAMES } from '../terms/metrics.ts';
import type { RiseQuestions, ScopeName } from '../terms/tried-test.ts';

/** What the looks send on: it gets fresh trials on both sides. */
export interface Choice {
  readonly scopes: readonly ScopeName[];
  /** Cases that look worse by themselves, in their order. */
  readonly cases: readonly string[];
}

/**
 * What is tried again: a mean pass rate that looks worse, or whose last look could not rule out a drop that matters; another mean
 * that looks worse; and single cases that do. Choosing needs no correction for how much is tested, as the trials that chose
 * decide nothing.
 *
 * @returns `null`: the looks closed everything
 */
export function choose({ suite, tags, cases }: Pick<GateResults, 'suite' | 'tags' | 'cases'>): Choice | null {
  const scopes = [{ tag: null, tests: suite }, ...tags].flatMap(({ tag, tests }) =>
    namesOf(tests).map((name) => ({ tag, ...name })),
  );
  const worse = cases.filter(isChosen).map(({ id }) => id);
  return scopes.length === 0 && worse.length === 0 ? null : { scopes, cases: worse };
}

function isChosen({ p, baseline }: CaseDecision): boolean {
  return looksWorse(p, baseline.scored);
}

function namesOf(tests: ScopeDecisions): readonly Omit<ScopeName, 'tag'>[] {
  const { pass_rate: rate, tool_recall: recall } = tests;
  return [
    ...(rate !== null && rate.boundary > 0 && !rate.passed ? [{ test: 'pass_rate' } as const] : []),
    ...(recall?.failed === true ? [{ test: 'tool_recall' } as const] : []),
    ...METRIC_NAMES.flatMap((test) => {
      const rise = questionsOf(tests[test]);
      return rise === null ? [] : [{ test, rise }];
    }),
  ];
}

/** The questions that look worse. If neither does, a case that rose by itself is tried again alone. */
function questionsOf(test: IncreaseDecision | null): RiseQuestions | null {
  if (test === null || test.boundary === 0) return null;
  const { total, typical, baseline: main } = test;
  const cases = test.risen_cases.filter(({ separated }) => separated !== null).map(({ id }) => id);
  const isRisen = total.failed || cases.length > 0;
  if (test.failed) return { total: isRisen, typical: typical?.failed === true, only: null };
  return isRisen ? { total: true, typical: false, only: { cases, main } } : null;
}
