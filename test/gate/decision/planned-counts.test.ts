import { expect, test } from 'vitest';
import { mostCountsOf } from '#gate/decision/terms/evidence.ts';
import { pairedCase } from './evidence-of.ts';

test('the largest plan of a case goes to the last look, unless the case sets its own trials or the run has no looks', () => {
  const most = (looks: readonly number[], fixed = false) =>
    mostCountsOf(pairedCase('a', 'PPPP', [14, 15], { fixed }), looks);
  expect(most([3, 5, 10])).toEqual({ n: 10, b: 14, m: 15 });
  expect(most([3, 5, 10], true)).toEqual({ n: 4, b: 14, m: 15 });
  expect(most([10])).toEqual({ n: 4, b: 14, m: 15 });
  expect(most([3])).toEqual({ n: 3, b: 14, m: 15 });
  expect(most([])).toEqual({ n: 4, b: 14, m: 15 });
});
