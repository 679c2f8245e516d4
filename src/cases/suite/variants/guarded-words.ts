import { isJsonObject, type Json } from '#common/json.ts';
import { asJson } from '#common/json-text.ts';
import type { Case } from '../case.ts';
import type { Expectations, ToolsExpectation } from '../expectation.ts';

/**
 * Words, in lower case, that a change of a case's messages must leave as they are, because a value that the agent is expected to
 * pass on or to find has them: arguments, metadata, state, retrieved documents and the context.
 */
export function guardedWords({
  context,
  expect,
  turns,
}: Pick<Case, 'context' | 'expect' | 'turns'>): ReadonlySet<string> {
  const words = new Set<string>();
  const take = (value: Json): void => {
    if (typeof value === 'string')
      for (const [word] of value.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) words.add(word.toLowerCase());
    if (Array.isArray(value)) for (const item of value) take(item);
    else if (isJsonObject(value)) for (const item of Object.values(value)) take(item);
  };
  take(context);
  for (const demands of [expect, ...turns.map((turn) => turn.expect)])
    for (const value of valuesOf(demands ?? {})) take(value);
  return words;
}

function valuesOf({ tools, plan, metadata, state, retrieved }: Expectations): readonly Json[] {
  return [
    ...argumentsOf(tools),
    ...argumentsOf(plan),
    metadata ?? null,
    asJson(state ?? null),
    [...(retrieved?.ids ?? [])],
  ];
}

function argumentsOf(tools: ToolsExpectation | undefined): readonly Json[] {
  const steps = tools?.calls ?? [];
  return steps.flatMap((step) => (step.kind === 'call' ? [step.call] : step.calls)).map(({ args }) => args);
}

/** Whether a word is a name or a number that must stay: digits, an address, a path, an abbreviation, or guarded. */
export function mustStay(word: string, guarded: ReadonlySet<string>): boolean {
  if (!/^\p{L}[\p{L}\p{M}'’-]*$/u.test(word)) return true;
  if (/\p{L}.*\p{Lu}/u.test(word)) return true;
  return word.split(/['’-]/).some((part) => guarded.has(part.toLowerCase()));
}
