import { matchesNameGlob } from '#cases/matching/name-glob.ts';
import type { Case } from '#cases/suite/case.ts';
import type { Expectations, ToolsExpectation } from '#cases/suite/expectation.ts';

/** One place with expectations in a case: a turn (from 1), or the whole trial (`turn: null`). */
export interface CheckScope {
  readonly turn: number | null;
  readonly expect: Expectations;
}

/** Turns with their own expectations, in order, then the whole trial. */
export function scopesOf(evalCase: Case): readonly CheckScope[] {
  const turns = evalCase.turns.flatMap(({ expect }, index) => (expect === null ? [] : [{ turn: index + 1, expect }]));
  return [...turns, { turn: null, expect: evalCase.expect }];
}

/** Prefix of the ids of a scope's checks. */
export function scopePrefix(turn: number | null): string {
  return turn === null ? '' : `t${turn}.`;
}

/** The given tools that no case mentions: none expects, orders or forbids them. In the order given, each once. */
export function uncoveredTools(cases: readonly Case[], tools: readonly string[]): readonly string[] {
  const demands = cases.flatMap((evalCase) =>
    scopesOf(evalCase).flatMap(({ expect }) => [expect.tools ?? [], expect.plan ?? []].flat()),
  );
  const mentions = new Set(demands.flatMap(toolsNamedIn));
  const forbidden = demands.flatMap((demand) => demand.forbidden);
  return [...new Set(tools)].filter(
    (tool) => !mentions.has(tool) && !forbidden.some((glob) => matchesNameGlob(glob, tool)),
  );
}

/** Names of the tools that a demand on calls expects or orders. */
export function toolsNamedIn({ calls, before }: ToolsExpectation): readonly string[] {
  const expected = calls.flatMap((step) => (step.kind === 'call' ? [step.call] : step.calls)).map(({ name }) => name);
  return [...expected, ...before.flat()];
}
