import { describe, expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import type { CaseStatus, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { biteWarnings, dullCases, newDullCases, newDullCaseWords } from '#gate/bite/dull-cases.ts';
import { expectSaid } from '#test/support/said.ts';
import { validCase } from '../../cases/suite/read-case.ts';

/** The warnings of a suite, by the texts of its cases. */
function warningsOf(...texts: readonly string[]): readonly string[] {
  const cases = texts.map((text, index) => ({
    ...validCase(text),
    id: `c${index + 1}`,
    source: { file: 'evals/c.yml', line: index + 1 },
  }));
  return biteWarnings(dullCases(cases)).map(formatIssue);
}

/** What the first case passes with; `null`: it bites. */
function passesWith(...texts: readonly string[]): string | null {
  const [line] = warningsOf(...texts).filter((warning) => warning.includes(': c1 '));
  return line?.replace(/^.*?c1 passes with /, '').replace(/;.*/, '') ?? null;
}

const SILENT = 'an agent that says and does nothing';

test('a case bites if neither a silent nor an echoing agent passes it; what only others can tell is not held against it', () =>
  expectSaid(new URL('golden/dull-cases.txt', import.meta.url), (text) => [passesWith(text) ?? 'bites']));

describe('the usual fields', () => {
  const unescalated = '{id: a, input: hi, expect: {metadata: {escalated: false}}}';
  const escalated = '{id: a, input: hi, expect: {metadata: {escalated: true}, tools: [escalate]}}';

  test('a value that most cases demand is one that an idle agent returns', () => {
    expect(passesWith(unescalated, unescalated, unescalated, escalated)).toBe(`${SILENT} and returns escalated: false`);
  });

  test.each([
    ['a case alone', [unescalated]],
    ['values that no two cases share', [unescalated, escalated]],
    ['the rarer value', [unescalated, escalated, escalated, escalated]],
  ])('%s bites', (_, texts) => {
    expect(passesWith(...texts)).toBeNull();
  });
});

describe('words', () => {
  test('name the case at its line, the agent that passes it, and what to write', () => {
    expect(
      warningsOf(
        '{id: a, input: hi, expect: {completes: true}}',
        '{id: a, input: Hi Miami, expect: {response: {contains: [Miami]}}}',
        '{id: a, input: "", expect: {completes: true}, bites: false}',
        '{id: a, input: Hi, expect: {response: {contains: [hello]}}}',
      ),
    ).toEqual([
      'evals/c.yml:1:1: c1 passes with an agent that says and does nothing; demand a phrase, a call or a field, or write `bites: false` if it only guards',
      'evals/c.yml:2:1: c2 passes with an agent that repeats the question: the question contains "Miami"; demand a phrase that is not in it, or a call, or write `bites: false` if it only guards',
    ]);
  });
});

describe('the comment names a dull case that a change touches', () => {
  const DULL = '{id: a, input: hi, expect: {completes: true}}';
  const CHANGED = 'Changed case a passes with an agent that says nothing.';

  test.each<readonly [string, CaseStatus, Partial<Comparison> & { readonly regraded?: true }, string, string | null]>([
    ['a new one', 'new', {}, DULL, 'New case a passes with an agent that says nothing.'],
    ['with other expectations', 'changed', {}, DULL, CHANGED],
    ['with other expectations, main graded again', 'comparable', { regraded: true }, DULL, CHANGED],
    ['with another input', 'not_comparable', {}, DULL, CHANGED],
    ['not the same case', 'comparable', {}, DULL, null],
    ['not in the first run', 'new', { has_baseline: false }, DULL, null],
    [
      'not because conditions are others',
      'not_comparable',
      { condition_differences: [{ kind: 'setting', name: 'x', after: 1 }] },
      DULL,
      null,
    ],
    ['not one that bites', 'new', {}, '{id: a, input: hi, expect: {tools: [x]}}', null],
    ['not one that only guards', 'new', {}, '{id: a, input: hi, bites: false, expect: {completes: true}}', null],
  ])('%s', (_, status, { regraded = false, ...facts }, text, words) => {
    const sides = { reason: null, baseline_id: null, candidate: null, baseline: null, runs: [] };
    const comparison: Comparison = {
      has_baseline: true,
      pool: [],
      left_out: [],
      why_no_baseline: null,
      makes_baseline: false,
      condition_differences: [],
      treatment_changes: [],
      cases: [{ id: 'a', status, regraded, ...sides }],
      ...facts,
    };
    expect(newDullCases(comparison, [validCase(text)]).map(newDullCaseWords)).toEqual(words === null ? [] : [words]);
  });
});
