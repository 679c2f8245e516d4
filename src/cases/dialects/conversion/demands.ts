import type { ToolOrder } from '#cases/suite/expectation.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { canonicalJson } from '#common/json.ts';
import type { DialectOptions } from './dialect.ts';
import type { Fields } from './fields.ts';
import { type DraftObject, type Placed, place, placeIfGiven, settle } from './placed.ts';

/** The tool calls that a foreign case expects, and the place of the list. */
export interface WrittenCalls {
  readonly calls: readonly (Placed | DraftObject)[];
  readonly origin: DocumentPath;
}

/** The meaning of a list of expected calls in a format. */
export interface ListMeaning {
  readonly order: ToolOrder;
  /** Other calls are allowed too. */
  readonly extra: boolean;
}

/** Exactly these calls, in this order. */
export const THE_LIST: ListMeaning = { order: 'exact', extra: false };

/** These calls, in any order and among others. */
export const AMONG_OTHERS: ListMeaning = { order: 'any', extra: true };

/** Combines the demands of a foreign case into its `expect`; nothing at all if there are none. */
export function gatherDemands(origin: DocumentPath, parts: readonly DraftObject[]): Placed | undefined {
  const entries = parts.flatMap((part) => Object.entries(part)).filter(([, demand]) => demand !== undefined);
  return entries.length > 0 ? place(Object.fromEntries(entries), origin) : undefined;
}

/**
 * The demand of a list of expected calls: as the format defines it, unless the options say otherwise. An empty list is a demand
 * too: no tool may be called (which a limit of calls only repeats), unless the option `extra` allows other calls. `null`:
 * nothing is said about tools. If other calls are allowed no call has a fixed place, so `exact` becomes `in_order`.
 */
export function toolsDemand(
  list: WrittenCalls | null,
  meaning: ListMeaning,
  options: DialectOptions,
  maxCalls?: Placed,
): DraftObject {
  if (list === null) return ceiling(maxCalls);
  if (list.calls.length === 0 && options.extra === true) {
    return { completes: place(true, list.origin), ...ceiling(maxCalls) };
  }
  if (list.calls.length === 0) return { no_tools: place(true, list.origin) };
  const { order, extra } = { ...meaning, ...options };
  const tools = {
    order: extra && order === 'exact' ? 'in_order' : order,
    allow_extra: extra,
    calls: place(list.calls, list.origin),
    max_calls: maxCalls,
  };
  return { tools: place(tools, list.origin) };
}

/** Calls written as names only: a list of texts, or one. `null` if the field is absent. */
export function namedCalls(names: readonly string[] | null, origin: DocumentPath): WrittenCalls | null {
  if (names === null) return null;
  return { calls: names.map((name, index) => place({ name }, [...origin, index])), origin };
}

/** The same without repetitions, for formats in which one call satisfies all equal entries. */
export function withoutRepeatedDemands(list: WrittenCalls | null): WrittenCalls | null {
  if (list === null) return null;
  const texts = list.calls.map((call) => canonicalJson(settle(call, []).case));
  return { ...list, calls: list.calls.filter((_, index) => texts.indexOf(texts[index] ?? '') === index) };
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
