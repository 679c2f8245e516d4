import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalSf } from '#statistics/distributions/normal.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { stageBoundaries } from '#statistics/sequential/stage-boundaries.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { expectClose } from '../expect-close.ts';

/** By numpy and scipy, nested integration and Brent's method: the spending grows with the trials. */
const VECTORS: readonly (readonly [alpha: number, stages: readonly number[], boundaries: readonly number[]])[] = [
  [0.05, [5, 10, 20], [0.0125, 0.0167883506766, 0.0339314393595]],
  [0.025, [5, 10, 20], [0.00625, 0.00803848591896, 0.0160986159021]],
  [0.0005, [5, 10, 20], [0.000125, 0.000139312461844, 0.000275248307343]],
  [0.05, [10, 20], [0.025, 0.0353755113949]],
  [0.025, [5, 10], [0.0125, 0.0167883506766]],
  [0.05, [20], [0.05]],
];

test.each(VECTORS)('boundaries of %f over %j know how far the stages are correlated', (alpha, stages, boundaries) => {
  for (const [i, p] of stageBoundaries(alpha, stages).entries()) expectClose(p, boundaries[i] ?? 0, 1e-6);
});

test('whatever the stages: the first may spend its part, and all together more than if they were independent', () => {
  const stages = fc
    .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
    .map((trials) => trials.toSorted((left, right) => left - right));
  always(
    fc.property(fc.double({ min: 1e-4, max: 0.1, noNaN: true }), stages, (alpha, ascending) => {
      const boundaries = stageBoundaries(alpha, ascending);
      const last = ascending.at(-1) ?? 1;
      expectClose(boundaries[0], (alpha * (ascending[0] ?? 0)) / last, 1e-6);
      for (const [i, p] of boundaries.entries()) {
        const independent = (alpha * ((ascending[i] ?? 0) - (ascending[i - 1] ?? 0))) / last;
        expect(p).toBeGreaterThanOrEqual(independent * (1 - 1e-6));
        expect(p).toBeLessThanOrEqual(alpha * (1 + 1e-6));
      }
    }),
  );
  expect(stageBoundaries(0, [5, 10])).toEqual([0, 0]);
});

test('a normal sum crosses one of them in just that share of draws', () => {
  const random = seededRandom(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const stages = [5, 10, 20];
  const draws = tries(60_000);
  const boundaries = stageBoundaries(0.05, stages);
  let red = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    const isRed = stages.some((stage, i) => {
      const added = stage - (stages[i - 1] ?? 0);
      sum += Math.sqrt(added) * normal();
      return normalSf(sum / Math.sqrt(stage)) <= (boundaries[i] ?? 0);
    });
    if (isRed) red += 1;
  }
  expect(Math.abs(red / draws - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / draws));
});
