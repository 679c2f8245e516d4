import * as z from 'zod';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#trials/messages/read-arguments.ts';
import type { Damage, RowsPlace, RowsReading } from '../row.ts';

/** What several rows of one name are: repeats of one test, different tests in the order of the file, or a mistake. */
export type Twins = 'repeats' | 'numbered' | 'refused';

/** How the text of one runner is read. */
export interface Format {
  readonly twins: Twins;
  /** `null`: it is of another format. */
  read(text: string, place: RowsPlace): RowsReading | null;
}

/** A runner whose file is one JSON document. */
export function jsonFormat<Schema extends z.ZodType>(
  schema: Schema,
  twins: Twins,
  read: (file: z.output<Schema>, place: RowsPlace) => RowsReading,
): Format {
  return {
    twins,
    read(text, place) {
      if (text.trimStart().startsWith('<')) return null;
      try {
        const file = schema.safeParse(JSON.parse(text));
        return file.success ? read(file.data, place) : null;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return { rows: [], damage: [{ code: 'cut', problem: error.message }] };
      }
    },
  };
}

/** A file must have as many tests as it counts. */
export function countDamage(counted: number, { length }: readonly unknown[]): readonly Damage[] {
  return counted === length ? [] : [{ code: 'count', counted, tests: length }];
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
