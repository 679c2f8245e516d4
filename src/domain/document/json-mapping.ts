import * as z from 'zod';
import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { expected } from './zod-messages.ts';

/** A mapping whose content is the user's own: handed on untouched, whatever its keys are called. */
export function jsonMapping(words = 'a mapping') {
  return z.custom<JsonObject>(isJsonObject, { error: expected(words) }).meta({ type: 'object' });
}
