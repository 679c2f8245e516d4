import { matchesNameGlob } from '#cases/matching/name-glob.ts';
import type { Case } from '#cases/suite/case.ts';
import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import { scopesOf } from './terms/scopes.ts';

/** Of some tools those that no case speaks of: none expects, orders or forbids them. In the order given, each once. */
export function uncoveredTools(cases: readonly Case[], tools: readonly string[]): readonly string[] {
  const demands = cases.flatMap((evalCase) =>
    scopesOf(evalCase).flatMap(({ expect }) => [expect.tools ?? [], expect.plan ?? []].flat()),
  );
  const named = new Set(demands.flatMap(namesIn));
  const forbidden = demands.flatMap((demand) => demand.forbidden);
  return [...new Set(tools)].filter(
    (tool) => !named.has(tool) && !forbidden.some((glob) => matchesNameGlob(glob, tool)),
  );
}

function namesIn({ calls, before }: ToolsExpectation): readonly string[] {
  const expected = calls.flatMap((step) => (step.kind === 'call' ? [step.call] : step.calls)).map(({ name }) => name);
  return [...expected, ...before.flat()];
}
