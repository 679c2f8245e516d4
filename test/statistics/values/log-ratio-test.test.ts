import { describe, expect, test } from 'vitest';
import { logRatioTest } from '#statistics/values/log-ratio-test.ts';
import { pairedT } from '#statistics/values/paired-t.ts';
import type { PairedValues } from '#statistics/values/paired-values.ts';
import { expectClose } from '../expect-close.ts';

const SIX: PairedValues[] = [
  { candidate: [110, 120], baseline: [100, 105] },
  { candidate: [990], baseline: [1000, 1010, 1020] },
  { candidate: [15, 16], baseline: [14] },
  { candidate: [52_000], baseline: [50_000] },
  { candidate: [301], baseline: [300] },
  { candidate: [77], baseline: [70] },
];

describe('logRatioTest', () => {
  test('five cases say nothing about a typical case', () => {
    expect(logRatioTest([])).toBeNull();
    expect(logRatioTest(SIX.slice(0, 5))).toBeNull();
    expect(logRatioTest(SIX)?.cases).toBe(6);
  });

  test('a zero, negative or undefined count is missing, never 0', () => {
    const withMissing = SIX.map(({ candidate, baseline }) => ({
      candidate: [...candidate, 0, -5],
      baseline: [Number.NaN, ...baseline, Number.POSITIVE_INFINITY],
    }));
    expect(logRatioTest(withMissing)).toEqual(logRatioTest(SIX));
  });

  test('a case without a value on a side is left out', () => {
    expect(logRatioTest([...SIX, { candidate: [0], baseline: [10] }])).toEqual(logRatioTest(SIX));
    expect(logRatioTest([...SIX.slice(1), { candidate: [5], baseline: [] }])).toBeNull();
  });

  test('the ratio is that of the typical case, whatever its size', () => {
    const scaled = SIX.map(({ candidate, baseline }, i) => ({
      candidate: candidate.map((value) => value * 10 ** i),
      baseline: baseline.map((value) => value * 10 ** i),
    }));
    expectClose(logRatioTest(scaled)?.ratio, logRatioTest(SIX)?.ratio ?? Number.NaN, 1e-12);
    expectClose(logRatioTest(scaled)?.p, logRatioTest(SIX)?.p ?? Number.NaN, 1e-9);
  });

  test.each([
    { factor: 1.5, p: 0 },
    { factor: 1, p: 1 },
    { factor: 0.5, p: 1 },
  ])('every case changed by exactly $factor: p is $p, without a t', ({ factor, p }) => {
    const equal = [1, 2, 4, 8, 16, 32].map((tokens) => ({ candidate: [tokens * factor], baseline: [tokens] }));
    const result = logRatioTest(equal);
    expect(result?.t).toBeNull();
    expect(result?.p).toBe(p);
    expectClose(result?.ratio, factor, 1e-12);
    expectClose(result?.ci95.low, factor, 1e-9);
    expectClose(result?.ci95.high, factor, 1e-9);
  });

  test('the interval surrounds the ratio', () => {
    const { ratio, ci95 } = logRatioTest(SIX) ?? { ratio: 0, ci95: { low: 1, high: -1 } };
    expect(ci95.low).toBeLessThan(ratio);
    expect(ratio).toBeLessThan(ci95.high);
    expectClose(ci95.low * ci95.high, ratio ** 2, 1e-12);
  });
});

describe('pairedT', () => {
  test.each([[[]], [[0.5]]])('differences %j have no spread to compare with', (differences) => {
    expect(pairedT(differences)).toBeNull();
  });

  test('1, 2 and 3 have t = 2√3', () => {
    const result = pairedT([1, 2, 3]);
    expectClose(result?.t, 2 * Math.sqrt(3), 1e-12);
    expect(result?.degreesOfFreedom).toBe(2);
    // two degrees of freedom: P(T > t) = ½ − t / (2√(2+t²))
    expectClose(result?.p, 0.5 - (2 * Math.sqrt(3)) / (2 * Math.sqrt(14)), 1e-10);
  });
});
