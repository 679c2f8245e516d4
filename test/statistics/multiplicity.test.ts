import { describe, expect, test } from 'vitest';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { caseMinP } from '#statistics/counts/min-p.ts';
import { expectClose } from './expect-close.ts';
import { EXACT, gateVectors } from './gate-vectors.ts';

describe('the corrections that minP is chosen over, as this file computes them', () => {
  test('Holm', () => {
    const { p, adj } = gateVectors.holm;
    for (const [i, adjusted] of holm(p).entries()) expectClose(adjusted, adj[i] ?? Number.NaN, EXACT);
  });

  test('Benjamini–Hochberg', () => {
    const { p, adj } = gateVectors.bh;
    for (const [i, adjusted] of benjaminiHochberg(p).entries()) expectClose(adjusted, adj[i] ?? Number.NaN, EXACT);
  });

  test.each(gateVectors.pass_rate_suites)('Holm over the cases of suite $name', ({ cases, case_p_holm }) => {
    for (const [i, adjusted] of holm(cases.map(fisherLess)).entries())
      expectClose(adjusted, case_p_holm[i] ?? Number.NaN, EXACT);
  });
});

test('in a suite of 50 stable cases with 5 trials a side only minP sees the one that broke for good', () => {
  const broken = { a: 0, n: 5, b: 5, m: 5 };
  const suite = [broken, ...Array.from({ length: 49 }, () => ({ a: 5, n: 5, b: 5, m: 5 }))];
  const raw = suite.map(fisherLess);
  expect(caseMinP(suite)[0]?.pAdjusted).toBeLessThan(0.0184);
  expect(holm(raw)[0]).toBeGreaterThan(0.05);
  expect(benjaminiHochberg(raw)[0]).toBeGreaterThan(0.05);
});

test('minP never asks more of a case than Holm does of the worst', () => {
  for (const { cases } of gateVectors.pass_rate_suites) {
    const worst = caseMinP(cases).reduce((least, each) => (each.p < least.p ? each : least));
    expect(worst.pAdjusted).toBeLessThanOrEqual(Math.min(...holm(cases.map(fisherLess))) * (1 + EXACT));
  }
});

/** Step-down: the smallest p times their number, the next times one fewer, never falling. */
function holm(p: readonly number[]): number[] {
  let floor = 0;
  return inOrder(p, (value, rank) => {
    floor = Math.max(floor, Math.min(1, value * (p.length - rank)));
    return floor;
  });
}

/** Step-up: the largest p as it is, the one before times n/(n − 1), never rising on the way down. */
function benjaminiHochberg(p: readonly number[]): number[] {
  const scaled = p.toSorted((one, other) => one - other).map((value, rank) => (value * p.length) / (rank + 1));
  return inOrder(p, (_, rank) => Math.min(1, ...scaled.slice(rank)));
}

/** Adjusts p-values from the smallest to the largest and gives them back in the order they came. */
function inOrder(p: readonly number[], adjust: (value: number, rank: number) => number): number[] {
  const adjusted = new Array<number>(p.length).fill(0);
  const ranked = p.map((value, index) => ({ value, index })).sort((one, other) => one.value - other.value);
  for (const [rank, { value, index }] of ranked.entries()) adjusted[index] = adjust(value, rank);
  return adjusted;
}
