import { expect, test } from 'vitest';
import { distance } from '#cases/matching/texts/distance.ts';

test.each<[left: number | bigint, right: number | bigint, apart: number]>([
  [1, 1, 0],
  [1, -1, 2],
  [-1, 1, 2],
  [2, 5, 3],
  [0.5, -0.25, 0.75],
  [9007199254740993n, 9007199254740992n, 1],
  [9007199254740992n, 9007199254740993n, 1],
  [9007199254740993n, 9007199254740992, 1],
  [9007199254740992, 9007199254740993n, 1],
  [5n, -5n, 10],
  // JSON can write numbers that are too large for any.
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0],
  [Number.POSITIVE_INFINITY, 5n, Number.POSITIVE_INFINITY],
  [3n, 0.5, 2.5],
  [-0.5, 3n, 3.5],
])('%d and %d are %d apart', (left, right, apart) => {
  expect(distance(left, right)).toBe(apart);
});
