import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { variationRows } from '#report/rows/variation.ts';
import { POLICY } from '#test/gate/decision/decide-on.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { decide } from '../../gate/decision/in-words.ts';

const variant = (of: string, kind: string) => ({ variant: { of, kind }, tags: [`variant:${kind}`] });

function rowsOf(here: ReturnType<typeof resultsFile>, main: readonly ReturnType<typeof resultsFile>[]) {
  const comparison = compare(here, main);
  return variationRows(comparison, decide(comparison, POLICY, here).decision);
}

test('each derived case is put beside its own original, on both sides; a kind without judged trials has no row', () => {
  const here = resultsFile([
    caseRecord('a', { trials: outcomes(4, 0) }),
    caseRecord('a~typos', { ...variant('a', 'typos'), trials: outcomes(2, 2) }),
    caseRecord('b', { trials: outcomes(2, 2) }),
    caseRecord('b~typos', { ...variant('b', 'typos'), trials: outcomes(1, 3) }),
    caseRecord('b~empty', { ...variant('b', 'empty'), trials: outcomes(0, 0, 4) }),
    caseRecord('other', { trials: outcomes(0, 4) }),
  ]);
  const main = resultsFile([
    caseRecord('a', { trials: outcomes(4, 0) }),
    caseRecord('a~typos', { ...variant('a', 'typos'), trials: outcomes(3, 1) }),
  ]);
  expect(rowsOf(here, [main])).toEqual([
    {
      kind: 'typos',
      cases: 2,
      here: { original: 0.75, varied: 0.375 },
      main: { original: 1, varied: 0.75 },
      state: 'none',
    },
  ]);
  expect(rowsOf(here, [])[0]?.main).toBeNull();
});

test('a case whose original was not run says nothing about variation', () => {
  const here = resultsFile([caseRecord('a~typos', { ...variant('a', 'typos'), trials: outcomes(2, 2) })]);
  expect(rowsOf(here, [])).toEqual([]);
});
