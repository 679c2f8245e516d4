import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Fields } from './fields.ts';
import { type DraftObject, type Placed, place, placeIfGiven } from './placed.ts';

/** The tool calls a foreign case expects, and where the list stands. */
export interface WrittenCalls {
  readonly calls: readonly (Placed | DraftObject)[];
  readonly origin: DocumentPath;
}

/** Joins what a foreign case demands into its `expect`; nothing at all when it demands nothing. */
export function gatherDemands(origin: DocumentPath, parts: readonly DraftObject[]): Placed | undefined {
  const given = parts.flatMap((part) => Object.entries(part)).filter(([, demand]) => demand !== undefined);
  return given.length > 0 ? place(Object.fromEntries(given), origin) : undefined;
}

/**
 * What every foreign format means by a list of tool calls: these must be made, in any order and among others (what else may be
 * called is not said). An empty list is a demand of its own: no tool may be called, which any ceiling of calls only repeats.
 * `null`: nothing is said about tools.
 */
export function toolsDemand(written: WrittenCalls | null, maxCalls?: Placed): DraftObject {
  if (written?.calls.length === 0) return { no_tools: place(true, written.origin) };
  if (written === null) return ceiling(maxCalls);
  const tools = { order: 'any', allow_extra: true, calls: place(written.calls, written.origin), max_calls: maxCalls };
  return { tools: place(tools, written.origin) };
}

/** Calls written as names only: a list of texts, or one. `null` when the field is absent. */
export function namedCalls(names: readonly string[] | null, origin: DocumentPath): WrittenCalls | null {
  if (names === null) return null;
  return { calls: names.map((name, index) => place({ name }, [...origin, index])), origin };
}

/** The phrases an answer must and must not contain, from the fields of these names. */
export function responseDemand(fields: Fields, keys: { contains: string; not_contains?: string }): DraftObject {
  const contains = phrases(fields, keys.contains);
  const not_contains = keys.not_contains === undefined ? undefined : phrases(fields, keys.not_contains);
  return { response: contains || not_contains ? { contains, not_contains } : undefined };
}

function ceiling(maxCalls: Placed | undefined): DraftObject {
  return { tools: maxCalls && place({ max_calls: maxCalls }, maxCalls.origin) };
}

function phrases(fields: Fields, key: string): Placed | undefined {
  const texts = fields.texts(key);
  return placeIfGiven(texts?.length ? texts : null, fields.at(key));
}
