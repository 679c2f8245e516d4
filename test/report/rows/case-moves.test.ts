import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { collectEvidence } from '#gate/decision/terms/collect-evidence.ts';
import { caseMoves } from '#report/rows/case-group.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { bothSides } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';

type Counts = readonly [number, number, number, number];

function movesOf(counts: readonly Counts[], confidence = 0.95) {
  const { candidate, baseline } = bothSides(counts);
  return caseMoves(collectEvidence(compare(candidate, [baseline]), candidate).paired, 5, confidence);
}

const STABLE = Array.from({ length: 9 }, (): Counts => [5, 5, 15, 15]);

test('a case fell or rose where chance is no explanation for any case of the suite', () => {
  const { fell, rose } = movesOf([[0, 5, 15, 15], [5, 5, 0, 15], ...STABLE]);
  expect([...fell]).toEqual(['case-000']);
  expect([...rose]).toEqual(['case-001']);
});

test('a case that differs by chance did neither', () => {
  const { fell, rose } = movesOf([[4, 5, 15, 15], [5, 5, 7, 15], ...STABLE]);
  expect([...fell, ...rose]).toEqual([]);
});

test('of unchanged suites at most one in twenty has a case that fell, and as few one that rose', () => {
  const random = seededRandom(1);
  const rates = Array.from({ length: 30 }, (_, i) => (i < 20 ? 0.97 : i / 30));
  const passes = (rate: number, trials: number) =>
    Array.from({ length: trials }, random).filter((x) => x < rate).length;
  const runs = Array.from({ length: tries(400) }, () =>
    movesOf(rates.map((rate) => [passes(rate, 5), 5, passes(rate, 15), 15] as const)),
  );
  const share = (side: 'fell' | 'rose') => runs.filter((moves) => moves[side].size > 0).length / runs.length;
  expect(share('fell')).toBeLessThan(0.05);
  expect(share('rose')).toBeLessThan(0.05);
});
