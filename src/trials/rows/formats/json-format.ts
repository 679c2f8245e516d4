import * as z from 'zod';
import { errorMessage } from '#common/error-message.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { FileReading, Sum } from '../found-test.ts';
import type { Damage, RowsPlace } from '../row.ts';

/** Reads the text of one runner; `null`: it is of another format. */
export type Format = (text: string, place: RowsPlace) => FileReading | null;

/** A runner whose file is one JSON document. */
export function jsonFormat<Schema extends z.ZodType>(
  schema: Schema,
  read: (file: z.output<Schema>, place: RowsPlace) => FileReading,
): Format {
  return (text, place) => {
    if (text.trimStart().startsWith('<')) return null;
    const written = jsonOf(text);
    if ('problem' in written) return unreadable(text, written.problem);
    const file = schema.safeParse(written.value);
    if (file.success) return read(file.data, place);
    const at = file.error.issues[0]?.path.join('.') ?? '';
    return at === '' ? null : damaged({ code: 'other_format', actual: null, format: '', at });
  };
}

/** A file that can't be read. One that does not end as JSON and XML do was cut off. */
export function unreadable(text: string, problem: string): FileReading {
  return damaged({ code: 'cut', problem, whole: /[}\]>]\s*$/.test(text) });
}

/** A file of which nothing counts. */
export function damaged(damage: Damage): FileReading {
  return { tests: [], damage: [damage] };
}

/**
 * JSON as runners write it, or why it is none, a sentence part: Python's NaN and Infinity say that there is no number, and two rows that melted
 * into one have keys twice.
 *
 * @param line of the file, if the text is one
 */
export function jsonOf(text: string, line?: number): { readonly value: Json } | { readonly problem: string } {
  let value: Json;
  try {
    value = JSON.parse(
      /\b(?:NaN|Infinity)\b/.test(text)
        ? text.replaceAll(/"(?:[^"\\]|\\.)*"|NaN|-?Infinity/g, (token) => (token.startsWith('"') ? token : 'null'))
        : text,
    );
  } catch (error) {
    return { problem: line === undefined ? errorMessage(error) : `line ${line} is not JSON` };
  }
  let written = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) written += 1;
  if (written === keysIn(value)) return { value };
  return { problem: `${line === undefined ? '' : `line ${line}: `}an object has a key twice` };
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, each) => sum + keysIn(each), Array.isArray(value) ? 0 : inner.length);
}

/** A file that counts its tests. */
export function sumOf(counted: number, { length }: readonly unknown[]): Sum {
  return { counted, tests: length };
}

/** Values come from JSON.parse, so all of them are JSON. */
export const object = z.custom<JsonObject>(isJsonObject);

/** A text that may be missing. */
export const maybeText = z.string().nullish();

/** A number that may be missing. */
export const maybeNumber = z.number().nullish();

/** A list of what a schema describes, empty if it is missing. */
export function maybeList<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

/** What a test says of its turn in a property of the file, as JSON. */
export function turnFromText(text: string | undefined): JsonObject {
  return object.safeParse(text === undefined ? null : jsonOrUndefined(text)).data ?? {};
}
