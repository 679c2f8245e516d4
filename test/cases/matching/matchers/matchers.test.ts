import { describe, expect, test } from 'vitest';
import { matchValue } from '#cases/matching/match-value.ts';
import { matchers } from '#cases/matching/matchers/registry.ts';
import type { Json } from '#common/json.ts';

interface Row {
  readonly matcher: Json;
  readonly fits: readonly Json[];
  /** Values that do not fit, with the code. */
  readonly not: readonly (readonly [Json, string])[];
  /** The code for an absent value; `null` when absence fits. */
  readonly absent: string | null;
}

const WRONG = 'wrong_value';
const TYPE = 'wrong_type';
const MISSING = 'missing_argument';

const rows: readonly Row[] = [
  { matcher: { $any: true }, fits: [null, 0, '', [], {}], not: [], absent: MISSING },
  {
    matcher: { $absent: true },
    fits: [],
    not: [
      [null, 'unexpected_argument'],
      [1, 'unexpected_argument'],
    ],
    absent: null,
  },
  {
    matcher: { $contains: 'Alice' },
    fits: ['alice', 'to ALICE now', ['bob', 'ALICE'], [1, null, 'alice']],
    not: [
      ['bob', WRONG],
      [['alice cooper'], WRONG],
      [[], WRONG],
      [1, TYPE],
      [null, TYPE],
      [{ alice: 1 }, TYPE],
    ],
    absent: MISSING,
  },
  { matcher: { $contains: 'café' }, fits: ['CAFE\u0301 noir'], not: [['cafe', WRONG]], absent: MISSING },
  { matcher: { $contains: 'STRASSE' }, fits: ['Hauptstraße 1'], not: [], absent: MISSING },
  {
    matcher: { $contains: 5 },
    fits: [[1, 5]],
    not: [
      [['5'], WRONG],
      ['5', TYPE],
      [5, TYPE],
    ],
    absent: MISSING,
  },
  {
    matcher: { $contains: { id: { $gte: 2 } } },
    fits: [[{ id: 1 }, { id: 2 }]],
    not: [[[{ id: 1 }], WRONG]],
    absent: MISSING,
  },
  {
    matcher: { $matches: 'RES-[0-9]+' },
    fits: ['code RES-12.'],
    not: [
      ['res-12', WRONG],
      [12, TYPE],
    ],
    absent: MISSING,
  },
  { matcher: { $matches: '(?i)^res-[0-9]+$' }, fits: ['RES-12'], not: [['RES-12 ', WRONG]], absent: MISSING },
  { matcher: { $matches: '(?=x)' }, fits: [], not: [['x', WRONG]], absent: MISSING },
  {
    matcher: { $one_of: [1, 'b', { $contains: 'x' }] },
    fits: [1, 'b', 'axe'],
    not: [
      [2, WRONG],
      ['c', WRONG],
    ],
    absent: MISSING,
  },
  { matcher: { $one_of: [null, { $absent: true }] }, fits: [null], not: [[false, WRONG]], absent: null },
  {
    matcher: { $approx: 19.99 },
    fits: [19.99, 19.990001],
    not: [
      [20, WRONG],
      ['19.99', TYPE],
    ],
    absent: MISSING,
  },
  { matcher: { $approx: 0 }, fits: [0, 1e-6, -1e-6], not: [[1e-5, WRONG]], absent: MISSING },
  { matcher: { $approx: 1e9 }, fits: [1e9 + 1000], not: [[1e9 + 1001, WRONG]], absent: MISSING },
  {
    matcher: { $approx: 19.99, within: 0.01 },
    fits: [19.98, 20.0],
    not: [
      [20.0101, WRONG],
      [19.97, WRONG],
    ],
    absent: MISSING,
  },
  { matcher: { $approx: 0, within: 0.3 }, fits: [0.1 + 0.2], not: [[0.3000001, WRONG]], absent: MISSING },
  { matcher: { $approx: -19.99, within: 0.01 }, fits: [-20.0], not: [[19.99, WRONG]], absent: MISSING },
  { matcher: { $approx: 0.3, within: 0 }, fits: [0.1 + 0.2], not: [[0.3000001, WRONG]], absent: MISSING },
  {
    matcher: { $gte: 1 },
    fits: [1, 2],
    not: [
      [0.999, WRONG],
      ['2', TYPE],
    ],
    absent: MISSING,
  },
  {
    matcher: { $lte: 5 },
    fits: [5, -1],
    not: [
      [5.001, WRONG],
      [null, TYPE],
    ],
    absent: MISSING,
  },
  {
    matcher: { $date: '2025-09-05' },
    fits: ['2025-09-05', '5 Sep 2025'],
    not: [
      ['2025-09-06', WRONG],
      ['soon', WRONG],
      [20250905, TYPE],
    ],
    absent: MISSING,
  },
  { matcher: { $not: 'refunded' }, fits: ['open', null, 1], not: [['refunded', WRONG]], absent: MISSING },
  { matcher: { $not: { $matches: '^x' } }, fits: ['a'], not: [['xa', WRONG]], absent: MISSING },
  { matcher: { $not: { $absent: true } }, fits: [null, 1], not: [], absent: MISSING },
  {
    matcher: { $literal: { price: { $gte: 5 } } },
    fits: [{ price: { $gte: 5 } }],
    not: [[{ price: 6 }, WRONG]],
    absent: MISSING,
  },
];

describe.each(rows)('$matcher', ({ matcher, fits, not, absent }) => {
  test('fits what it should', () => {
    for (const value of fits) expect(matchValue(matcher, value, 'exact'), JSON.stringify(value)).toBeNull();
  });

  test('tells why other values do not fit', () => {
    for (const [value, code] of not)
      expect(matchValue(matcher, value, 'exact')?.code, JSON.stringify(value)).toBe(code);
  });

  test('an absent value satisfies $absent and nothing else', () => {
    expect(matchValue(matcher, undefined, 'exact')?.code ?? null).toBe(absent);
  });
});

// They are refused when cases are read; should one come through, it must not pass a case.
test.each<[matcher: Json, actual: Json]>([
  [{ $matches: 5 }, 'a5'],
  [{ $matches: null }, 'null'],
  [{ $date: null }, 'soon'],
  [{ $date: 'soon' }, 'soon'],
  [{ $gte: '1' }, 5],
  [{ $lte: '9' }, 5],
  [{ $approx: '5' }, 5],
  [{ $approx: 5, within: '1' }, 5],
  [{ $one_of: 'abc' }, 'abc'],
])('the malformed matcher %j matches nothing, not even %j', (matcher, actual) => {
  expect(matchValue(matcher, actual, 'exact')?.code).toBe(WRONG);
});

test('every matcher has a row', () => {
  const covered = rows.flatMap(({ matcher }) =>
    typeof matcher === 'object' && matcher !== null ? Object.keys(matcher) : [],
  );
  expect([...matchers.keys()].filter((key) => !covered.includes(key))).toEqual([]);
});
