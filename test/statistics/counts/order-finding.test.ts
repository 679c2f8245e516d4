import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { orderFinding } from '#statistics/counts/order-finding.ts';
import { orderTrend } from '#statistics/counts/order-trend.ts';

interface OrderVector {
  readonly name: string;
  /** A case each, `1` for a trial that passed. */
  readonly rows: string;
  readonly p: number;
  readonly falls: boolean;
  readonly says: 'state' | 'round' | null;
}

const VECTORS: readonly OrderVector[] = JSON.parse(
  readFileSync(new URL('../../fixtures/order-vectors.json', import.meta.url), 'utf8'),
);

const outcomes = (rows: string) => rows.split(' ').map((row) => [...row].map((trial) => trial === '1'));

test.each(VECTORS)('order of trials: $name', ({ rows, p, falls, says }) => {
  const here = outcomes(rows);
  const trend = orderTrend(here);
  expect(trend).toStrictEqual({ p: expect.closeTo(p, 12), falls });
  expect(trend.p / p).toBeCloseTo(1, 9);
  expect(orderFinding(here, [])?.kind ?? null).toBe(says);
});

describe('a round that fails more than the others', () => {
  const incident = (hit: number) =>
    Array.from({ length: 20 }, (_, of) => Array.from({ length: 5 }, (_, at) => at !== hit || of % 5 === 0));

  test('is reported with its number and rates, of the change alone or of both sides', () => {
    const passed = { rate: 0.2, others: 1 };
    expect(orderFinding(incident(0), [])).toMatchObject({ kind: 'round', here: true, round: 1, passed });
    expect(orderFinding(incident(4), [])).toMatchObject({ kind: 'round', here: true, round: 5, passed });
    const steady = incident(-1);
    expect(orderFinding(steady, [...incident(4), ...steady])).toMatchObject({ kind: 'round', here: false, round: 5 });
  });

  test('in the middle of a run is no order, and state that all later trials keep is no round', () => {
    expect(orderFinding(incident(2), [])).toBeNull();
    const kept = Array.from({ length: 20 }, (_, of) => Array.from({ length: 5 }, (_, at) => at < 3 || of % 4 === 0));
    expect(orderFinding(kept, [])?.kind).toBe('state');
  });
});
