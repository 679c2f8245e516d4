import type { Json } from '#domain/json.ts';
import { matchValue } from '#domain/matching/match-value.ts';
import { plural } from '#domain/words.ts';
import { fails, holds, type Judgement } from './judgement.ts';
import { shown, shownExpected } from './shown.ts';

/**
 * Judges named fields against expected values or matchers; other fields are free, named ones must be equal at every depth.
 * Score: fields that hold / fields.
 *
 * @param actual the value reported under a name, `undefined` if there is none
 * @param unreported the sentence for an agent that reported nothing at all, `null` for one that did
 */
export function compareFields(
  expected: { readonly [name: string]: Json },
  actual: (name: string) => Json | undefined,
  unreported: string | null,
): Judgement {
  const names = Object.keys(expected);
  const differences = names.flatMap((name) => {
    const difference = matchValue(expected[name] ?? null, actual(name), 'exact');
    return difference === null ? [] : [{ name, difference }];
  });
  const held = names.length - differences.length;
  const score = held / names.length;
  const count = `${held} of ${plural(names.length, 'field')} as expected`;
  const [first] = differences;
  if (first === undefined) return holds(1, count);
  if (unreported !== null) return fails('not_reported', score, `${count}; ${unreported}`);
  const { path, code } = first.difference;
  const where = path === '' ? first.name : `${first.name}.${path}`;
  const text = `${where}: expected ${shownExpected(first.difference.expected)}, got ${shown(first.difference.actual)}`;
  return fails(FIELD_CODES[code], score, `${count}; ${text}`);
}

const FIELD_CODES = {
  missing_argument: 'missing_field',
  unexpected_argument: 'unexpected_field',
  wrong_type: 'wrong_type',
  wrong_value: 'wrong_value',
} as const;
