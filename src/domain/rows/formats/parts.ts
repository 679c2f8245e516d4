import * as z from 'zod';
import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { asJson } from '#domain/json-text.ts';

/** Values come from JSON.parse, so all of them are JSON. */
export const object = z.custom<JsonObject>(isJsonObject);

/** Values that were read from JSON, as JSON. */
export function parsedObject(value: object): JsonObject {
  const json = asJson(value);
  return isJsonObject(json) ? json : {};
}
