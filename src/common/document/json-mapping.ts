import * as z from 'zod';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { expected } from './zod-messages.ts';

/** A mapping with the user's own content: passed on unchanged, whatever its keys. */
export function jsonMapping(words = 'a mapping') {
  return z.custom<JsonObject>(isJsonObject, { error: expected(words) }).meta({ type: 'object' });
}
