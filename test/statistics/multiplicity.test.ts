import { describe, expect, test } from 'vitest';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { caseMinP } from '#statistics/counts/min-p.ts';
import { holm } from '#statistics/counts/pairwise-exact.ts';
import { paired } from '#test/statistics/arbitraries.ts';
import { expectClose } from './expect-close.ts';
import { EXACT, gateVectors } from './gate-vectors.ts';

describe('Holm', () => {
  test.each<readonly [of: string, p: readonly number[], adj: readonly number[]]>([
    ['the p of the vectors', gateVectors.holm.p, gateVectors.holm.adj],
    ...gateVectors.pass_rate_suites.map(
      ({ name, cases, case_p_holm }) => [`the cases of suite ${name}`, cases.map(fisherLess), case_p_holm] as const,
    ),
  ])('over %s', (_, p, adj) => {
    for (const [i, adjusted] of holm(p).entries()) expectClose(adjusted, adj[i] ?? Number.NaN, EXACT);
  });
});

test('in a suite of 50 stable cases with 5 trials a side only minP sees the one that broke for good', () => {
  const broken = paired(0, 5, 5, 5);
  const suite = [broken, ...Array.from({ length: 49 }, () => paired(5, 5, 5, 5))];
  expect(caseMinP(suite)[0]?.pAdjusted).toBeLessThan(0.0184);
  expect(holm(suite.map(fisherLess))[0]).toBeGreaterThan(0.05);
});

test('minP never asks more of a case than Holm does of the worst', () => {
  for (const { cases } of gateVectors.pass_rate_suites) {
    const worst = caseMinP(cases).reduce((least, each) => (each.p < least.p ? each : least));
    expect(worst.pAdjusted).toBeLessThanOrEqual(Math.min(...holm(cases.map(fisherLess))) * (1 + EXACT));
  }
});
