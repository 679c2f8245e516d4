import type { Json } from '#common/json.ts';
import { matchValue } from './match-value.ts';
import { foldTypography, isSameText } from './texts/fold-text.ts';

/** Whether an expected value, or matcher, and a text differ only in how the text is typeset. */
export function isTypographic(expected: Json | undefined, actual: Json | undefined): boolean {
  if (expected === undefined || typeof actual !== 'string') return false;
  const plain = foldTypography(actual);
  if (typeof expected === 'string') return isSameText(foldTypography(expected), plain);
  return plain !== actual && matchValue(expected, plain, 'exact') === null;
}
