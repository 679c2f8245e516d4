import * as z from 'zod';

/** Text of a fact: a name, a value in JSON, what a program wrote. Untrusted; a long one is no cause to lose a run. */
export const text = z.string().overwrite((value) => value.slice(0, 10_000));

/** A number of things, or a place counted from 0. */
export const countSchema = z.int().min(0);

/** Names or values, the first few. */
export const texts = z.array(text).max(1_000).readonly();

/** Characters of a list of names in a fact, with two between them. */
export const ROOM_FOR_TEXTS = 122;

/** Whether a list of names in a fact has all of them. */
export function isWhole(names: readonly string[]): boolean {
  return names.reduce((sum, name) => sum + name.length + 2, 0) < ROOM_FOR_TEXTS;
}

/** The two texts differ in quotation marks, spaces, hyphens or invisible characters alone. */
export const typographic = z.literal(true).exactOptional();

/** What every fact has: the class of a failure, `missing_call`; `null` for what holds. */
export const code = z.string().max(512).nullable();

/** Makes the schemas of facts that have some fields in common. */
export function factsWith<const Common extends z.ZodRawShape>(common: Common) {
  return <const Kind extends string, const Own extends z.ZodRawShape>(kind: Kind, own: Own) =>
    z.object({ kind: z.literal(kind), ...common, ...own });
}
