import { isTypographic } from '#cases/matching/is-typographic.ts';
import { matchValue } from '#cases/matching/match-value.ts';
import type { Json } from '#common/json.ts';
import { fails, holds, type Judgement } from './terms/judgement.ts';
import { shownExpected, shownValue } from './terms/shown.ts';

/**
 * Judges named fields against expected values or matchers; other fields are free, named ones must be equal at every depth.
 * Score: fields that hold / fields.
 *
 * @param actual the value reported under a name, `undefined` if there is none
 * @param unreported what an agent that reported nothing at all should have reported, `null` for one that did
 */
export function compareFields(
  expected: { readonly [name: string]: Json },
  actual: (name: string) => Json | undefined,
  unreported: 'metadata' | 'state' | null,
): Judgement {
  const names = Object.keys(expected);
  const differences = names.flatMap((name) => {
    const difference = matchValue(expected[name] ?? null, actual(name), 'exact');
    return difference === null ? [] : [{ name, difference }];
  });
  const held = names.length - differences.length;
  const score = held / names.length;
  const fact = { kind: 'fields', held, of: names.length, unreported: null, difference: null } as const;
  const [first] = differences;
  if (first === undefined) return holds(1, fact);
  if (unreported !== null) return fails('not_reported', score, { ...fact, unreported });
  const { path, code, expected: wanted, actual: value } = first.difference;
  const difference = {
    path: path === '' ? first.name : `${first.name}.${path}`,
    expected: shownExpected(wanted),
    actual: shownValue(value),
    ...(isTypographic(wanted, value) && { typographic: true as const }),
  };
  return fails(FIELD_CODES[code], score, { ...fact, difference });
}

const FIELD_CODES = {
  missing_argument: 'missing_field',
  unexpected_argument: 'unexpected_field',
  wrong_type: 'wrong_type',
  wrong_value: 'wrong_value',
} as const;
