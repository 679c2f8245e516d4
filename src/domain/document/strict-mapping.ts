import * as z from 'zod';
import { nearestName } from './nearest-name.ts';
import { expected } from './zod-messages.ts';

/**
 * A mapping in which unknown keys are errors that name the key that was probably meant.
 *
 * @param refused keys that are known but can't be used, with their message
 * @param words what is expected, for values that are no mapping
 */
export function strictMapping<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  refused: Readonly<Record<string, string>> = {},
  words = 'a mapping',
) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknownKeyMessage(key, known, refused)).join(KEY_SEPARATOR)
        : expected(words)(issue),
  });
}

/** Between the sentences of an `unrecognized_keys` issue: one sentence for each of its keys, in their order. */
export const KEY_SEPARATOR = '\n';

function unknownKeyMessage(key: string, known: readonly string[], refused: Readonly<Record<string, string>>): string {
  const refusal = Object.hasOwn(refused, key) ? refused[key] : undefined;
  if (refusal !== undefined) return refusal;
  if (key === '<<') return 'merge keys are not supported; write the keys out';
  const near = nearestName(key, known);
  return near === null ? `unknown key; known keys: ${known.join(', ')}` : `unknown key; did you mean ${near}?`;
}
