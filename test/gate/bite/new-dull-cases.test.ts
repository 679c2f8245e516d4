import { expect, test } from 'vitest';
import type { CaseStatus, ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { newDullCases, newDullCaseWords } from '#gate/bite/new-dull-cases.ts';
import { validCase } from '../../cases/suite/read-case.ts';

const EMPTY: Comparison = {
  has_baseline: true,
  pool: [],
  left_out: [],
  why_no_baseline: null,
  makes_baseline: false,
  condition_differences: [],
  treatment_changes: [],
  cases: [],
};

function compared(status: CaseStatus, regraded = false): ComparedCase {
  return { id: 'a', status, reason: null, baseline_id: null, regraded, candidate: null, baseline: null, runs: [] };
}

const DULL = '{id: a, input: hi, expect: {completes: true}}';
const said = (comparison: Comparison, text = DULL) => newDullCases(comparison, [validCase(text)]).map(newDullCaseWords);

test.each([
  ['a new case', compared('new'), ['New case a passes with an agent that says nothing.']],
  ['other expectations', compared('changed'), ['Changed case a passes with an agent that says nothing.']],
  [
    'other expectations, main graded again',
    compared('comparable', true),
    ['Changed case a passes with an agent that says nothing.'],
  ],
  ['another input', compared('not_comparable'), ['Changed case a passes with an agent that says nothing.']],
  ['the same case', compared('comparable'), []],
] as const)('the comment names a dull case that a change touches: %s', (_, one, words) => {
  expect(said({ ...EMPTY, cases: [one] })).toEqual(words);
});

test.each([
  ['the first run names none', { ...EMPTY, has_baseline: false, cases: [compared('new')] }, DULL],
  [
    'other conditions make no case another',
    {
      ...EMPTY,
      condition_differences: [{ kind: 'setting', name: 'x', after: 1 }],
      cases: [compared('not_comparable')],
    },
    DULL,
  ],
  ['a case that bites', { ...EMPTY, cases: [compared('new')] }, '{id: a, input: hi, expect: {tools: [x]}}'],
  [
    'a case that only guards',
    { ...EMPTY, cases: [compared('new')] },
    '{id: a, input: hi, bites: false, expect: {completes: true}}',
  ],
] as const)('%s: nothing is said', (_, comparison, text) => {
  expect(said(comparison, text)).toEqual([]);
});
