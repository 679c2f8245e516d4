import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byFailureType } from '#gate/history/failure-types.ts';
import { historyText, joinHistories } from '#gate/history/join-histories.ts';
import { LARGEST_HISTORY, parseHistory } from '#gate/history/parse-history.ts';
import { always } from '#test/support/always.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { caseRecord } from '#test/support/results.ts';
import { rowWith } from './rows.ts';

describe('a history', () => {
  it('is read as it was written', () => {
    const rows = [rowWith({ run_id: '1' }), rowWith({ run_id: '2', date: '2026-01-02T00:00:00Z', models: ['a'] })];
    expect(parseHistory(historyText(rows))).toEqual({ rows });
  });

  it('counts by failure type whatever cases say, and is read as it was written', () => {
    const cases = [{ failure_type: ['tone', 'tone', 7] }, { failure_type: 'tone' }, { failure_type: {} }, {}];
    const counted = byFailureType(
      cases.map((metadata, at) => caseRecord(`case-${at}`, { metadata })),
      () => [1, 2],
    );
    expect(counted).toEqual({ tone: [2, 4] });
    const names = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', '\u202e', ' '));
    always(
      fc.property(fc.array(names), (failure_type) => {
        const failure_types = byFailureType([caseRecord('a', { metadata: { failure_type } })], () => [1, 2]);
        const rows = [rowWith({ failure_types })];
        expect(parseHistory(historyText(rows))).toEqual({ rows });
      }),
    );
  });

  it('of an older version lacks what is unknown', () => {
    const read = parseHistory('{"date":"2026-01-01T00:00:00Z","passed":1,"scored":2,"verdict":"pass"}\n');
    expect(read).toMatchObject({ rows: [{ sha: null, audit: null, drift: null, cases: {}, began: null }] });
  });

  it.each([
    ['is larger than 4 MB', 'x'.repeat(LARGEST_HISTORY + 1)],
    ['has 366 lines, at most 365 are read', '{}\n'.repeat(366)],
    ['is damaged: line 1 is not a row of a history', 'no JSON\n'],
    ['is damaged: line 1 is not a row of a history', `${JSON.stringify(rowWith({ passed: 3, scored: 2 }))}\n`],
    ['is damaged: line 1 has a wrong sha', `${JSON.stringify({ ...rowWith({}), sha: '<b>' })}\n`],
    [
      'is damaged: line 1 has a wrong cases',
      `${JSON.stringify(rowWith({})).replace('"cases":{', '"cases":{"<b>":[1,1],')}\n`,
    ],
    [
      'is damaged: line 1 has a wrong run_url',
      `${JSON.stringify({ ...rowWith({}), run_url: 'javascript:alert(1)' })}\n`,
    ],
    [
      'is damaged: line 1 has a wrong audit',
      `${JSON.stringify({ ...rowWith({}), audit: { red: true, promised: 0 } })}\n`,
    ],
  ])('that is broken is named: %s', (problem, text) => {
    expect(parseHistory(text)).toEqual({ problem });
  });

  it('can be anything without an error', () => {
    always(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const read = parseHistory(text);
        expect('rows' in read || read.problem.length > 0).toBe(true);
      }),
    );
  });

  it('of a large suite keeps the cases of its newest runs and the sums of all', () => {
    const cases = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`a-case-with-a-long-name-${i}`, [5, 5] as const]),
    );
    const rows = Array.from({ length: 365 }, (_, i) =>
      rowWith({
        run_id: String(i),
        date: new Date(i * 86_400_000).toISOString(),
        cases,
        passed: 10_000,
        scored: 10_000,
      }),
    );
    const text = historyText(rows);
    expect(text.length).toBeLessThan(1.5 * 1024 * 1024);
    const read = parseHistory(text);
    mustBeRead(read);
    expect(read.rows).toHaveLength(365);
    expect(read.rows[0]).toMatchObject({ cases: {}, passed: 10_000 });
    expect(Object.keys(read.rows.at(-1)?.cases ?? {})).toHaveLength(2000);
  });
});

describe('histories that were carried by runs at the same time', () => {
  const [a, b, c] = ['1', '2', '3'].map((id) => rowWith({ run_id: id, date: `2026-01-0${id}T00:00:00Z` }));

  it('are joined without doubles, oldest first', () => {
    if (a === undefined || b === undefined || c === undefined) throw new Error('three rows');
    expect(joinHistories([[c, a], [a, b], [b]])).toEqual([a, b, c]);
  });

  it('keep the last attempt of a run, in whatever order they come', () => {
    const again = rowWith({ run_id: '1', attempt: 2 });
    const first = rowWith({ run_id: '1', attempt: 1 });
    expect(joinHistories([[again], [first]])).toEqual([again]);
    expect(joinHistories([[first], [again]])).toEqual([again]);
  });

  it('are the same in any order, and joined again', () => {
    const row = fc
      .record({ id: fc.integer({ min: 0, max: 9 }), attempt: fc.integer({ min: 1, max: 3 }) })
      .map(({ id, attempt }) => rowWith({ run_id: String(id), attempt, date: `2026-01-1${id}T00:00:00Z` }));
    always(
      fc.property(fc.array(fc.array(row)), (histories) => {
        const joined = joinHistories(histories);
        expect(joinHistories(histories.toReversed())).toEqual(joined);
        expect(joinHistories([joined, ...histories])).toEqual(joined);
        expect(new Set(joined.map((row) => row.run_id)).size).toBe(joined.length);
      }),
    );
  });

  it('hold a year of nights', () => {
    const nights = Array.from({ length: 400 }, (_, i) =>
      rowWith({ run_id: String(i), date: new Date(i * 86_400_000).toISOString() }),
    );
    const kept = joinHistories([nights]);
    expect(kept).toHaveLength(365);
    expect(kept.at(-1)?.run_id).toBe('399');
  });
});
