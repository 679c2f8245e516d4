import { comparableCases, type GateEvidence } from '../evidence.ts';
import type { FailedTest } from '../rules/gate-rule.ts';
import { failedScopeTests } from '../rules/scope.ts';
import { repeatCase } from '../rules/single-case.ts';
import type { GateResults } from '../test-gates.ts';
import type { FreshTrials } from './repetition.ts';

/** What can be confirmed: the tests against stored runs. Floors and zero tolerance have no other side. */
export type TestResults = Pick<GateResults, 'suite' | 'cases' | 'tags'>;

/** The red tests, one for each broken case: the suite's, the cases', then those of each tag. */
export function failedTests(
  { suite, cases, tags }: TestResults,
  { paired }: Pick<GateEvidence, 'paired'>,
): readonly FailedTest[] {
  const comparable = comparableCases(paired);
  return [
    ...failedScopeTests(null, comparable, suite),
    ...cases.flatMap((decision): FailedTest[] => {
      if (!decision.failed) return [];
      const tested = comparable.filter(({ id }) => id === decision.id);
      const repeat = (fresh: FreshTrials) => repeatCase(decision, tested, fresh);
      return [{ gate: 'case', tag: null, id: decision.id, cases: tested, repeat }];
    }),
    ...tags.flatMap(({ tag, tests }) =>
      failedScopeTests(
        tag,
        comparable.filter((item) => item.tags.includes(tag)),
        tests,
      ),
    ),
  ];
}
