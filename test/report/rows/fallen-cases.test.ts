import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { collectEvidence } from '#gate/decision/terms/collect-evidence.ts';
import { fallenCases } from '#report/rows/case-group.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { bothSides } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';

type Counts = readonly [number, number, number, number];

function fallenOf(counts: readonly Counts[], confidence = 0.95) {
  const { candidate, baseline } = bothSides(counts);
  return fallenCases(collectEvidence(compare(candidate, [baseline]), candidate).paired, 5, confidence);
}

const STABLE = Array.from({ length: 9 }, (): Counts => [5, 5, 15, 15]);

test('a case fell where chance is no explanation for any case of the suite', () => {
  expect([...fallenOf([[0, 5, 15, 15], [5, 5, 0, 15], ...STABLE])]).toEqual(['case-000']);
});

test('a case that differs by chance did not', () => {
  expect([...fallenOf([[4, 5, 15, 15], [5, 5, 7, 15], ...STABLE])]).toEqual([]);
});

test('of unchanged suites at most one in twenty has a case that fell', () => {
  const random = seededRandom(1);
  const rates = Array.from({ length: 30 }, (_, i) => (i < 20 ? 0.97 : i / 30));
  const passes = (rate: number, trials: number) =>
    Array.from({ length: trials }, random).filter((x) => x < rate).length;
  const runs = Array.from({ length: tries(400) }, () =>
    fallenOf(rates.map((rate) => [passes(rate, 5), 5, passes(rate, 15), 15] as const)),
  );
  expect(runs.filter(({ size }) => size > 0).length / runs.length).toBeLessThan(0.05);
});
