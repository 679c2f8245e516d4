import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseFacts } from '#report/html/data/case-facts.ts';
import { always } from '#test/support/always.ts';
import { asksForTexts, matchingCases } from '../../../src/report/page/find-cases.ts';
import { parsePlace, placeHash, START } from '../../../src/report/page/place.ts';

const fact = (id: string, facts: Partial<CaseFacts> = {}): CaseFacts => ({
  id,
  name: null,
  renamed_from: null,
  branch: 'main',
  group: 'stable',
  standing: 'Stable',
  regraded: false,
  tags: [],
  place: null,
  place_url: null,
  main: { passed: 5, scored: 5, trials: 'ppppp' },
  here: { passed: 5, scored: 5, trials: 'ppppp' },
  why: null,
  alike: [],
  kinds: [],
  tools: [],
  command: '',
  trend: [],
  ...facts,
});

const CASES = [
  fact('refund', {
    group: 'broken',
    tags: ['money'],
    tools: ['issue_refund'],
    kinds: ['wrong_value'],
    here: { passed: 0, scored: 5, trials: 'fffff' },
  }),
  fact('weather', {
    tags: ['talk'],
    tools: ['forecast'],
    main: { passed: 1, scored: 5, trials: 'pffff' },
  }),
  fact('address', { tags: ['money'], here: { passed: 4, scored: 5, trials: 'ppppf' } }),
];

const found = (part: Partial<typeof START>, texts: readonly string[] = []) =>
  matchingCases(CASES, { ...START, ...part }, (index) => texts[index] ?? null).map((index) => CASES[index]?.id);

describe('search', () => {
  test.each([
    ['', ['refund', 'weather', 'address']],
    ['REF', ['refund']],
    ['tag:money', ['refund', 'address']],
    ['tool:forecast', ['weather']],
    ['failure:wrong', ['refund']],
    ['tag:money tool:issue', ['refund']],
    ['tag:nothing', []],
  ])('"%s" finds %j', (search, ids) => {
    expect(found({ search })).toEqual(ids);
  });

  test('finds what was said in the trials once they are read', () => {
    expect(found({ search: '"whole order"' })).toEqual([]);
    expect(found({ search: '"whole order"' }, ['i refunded the whole order', '', ''])).toEqual(['refund']);
    expect([asksForTexts('"whole order"'), asksForTexts('tag:money'), asksForTexts('')]).toEqual([true, false, false]);
  });
});

test('cases are sorted by what is asked for, and those equal in it stay worst first', () => {
  expect(found({ sort: 'id' })).toEqual(['address', 'refund', 'weather']);
  expect(found({ sort: 'change' })).toEqual(['refund', 'address', 'weather']);
  expect(found({ sort: 'main', descending: true })).toEqual(['refund', 'address', 'weather']);
  expect(found({ standing: 'stable', tag: 'money' })).toEqual(['address']);
});

describe('an address', () => {
  test('leads back to the place that it was made of', () => {
    const number = fc.option(fc.integer({ min: 1, max: 999_999 }));
    const text = fc.string({ unit: 'binary' }).map((drawn) => drawn.toWellFormed());
    const place = fc.record({
      open: fc.option(text.filter((drawn) => drawn !== '')),
      trial: number,
      main: number,
      step: number,
      search: text,
      standing: text,
      tag: text,
      sort: text,
      descending: fc.boolean(),
    });
    always(
      fc.property(place, (there) => {
        expect(parsePlace(placeHash(there))).toEqual(there);
      }),
    );
  });

  test('can be written by hand', () => {
    expect(parsePlace('#c=refund&t=3&s=5')).toEqual({ ...START, open: 'refund', trial: 3, step: 5 });
    expect(parsePlace('#c=order/coupon&t=x&s=-1')).toEqual({ ...START, open: 'order/coupon' });
  });
});
