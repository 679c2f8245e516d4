import { describe, expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import type { CaseStatus, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { biteWarnings, dullCases, newDullCases, newDullCaseWords } from '#gate/bite/dull-cases.ts';
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
const ECHO = 'an agent that repeats the question';

describe('a case bites if neither a silent nor an echoing agent passes it', () => {
  test.each([
    ['only that it answers', '{id: a, input: hi, expect: {completes: true}}', SILENT],
    ['no tool', '{id: a, input: hi, expect: {no_tools: true}}', SILENT],
    [
      'limits alone, which silence meets best',
      '{id: a, input: hi, expect: {limits: {max_total_tokens: 5, max_steps: 1}}}',
      SILENT,
    ],
    ['at most some calls', '{id: a, input: hi, expect: {tools: {max_calls: 2}}}', SILENT],
    ['forbidden tools', '{id: a, input: hi, expect: {tools: {forbidden: ["delete_*"]}}}', SILENT],
    ['an order of calls that nobody has to make', '{id: a, input: hi, expect: {tools: {before: [[a, b]]}}}', SILENT],
    ['that nothing is said', '{id: a, input: hi, expect: {response: {equals: ""}}}', SILENT],
    ['a field that may be absent', '{id: a, input: hi, expect: {metadata: {x: {$absent: true}}}}', SILENT],
    [
      'a state that nothing has changed',
      '{id: a, input: hi, context: {o: {s: new}}, expect: {state: {o.s: new}}}',
      SILENT,
    ],
    ['a small diff', '{id: a, input: hi, workspace: w, expect: {diff: {max_files: 2}}}', SILENT],
    [
      'a phrase of its question',
      '{id: a, input: Is it raining in miami?, expect: {response: {contains: [Miami]}}}',
      `${ECHO}: "Miami" stands in it`,
    ],
    ['that some phrase is not said', '{id: a, input: hi, expect: {response: {not_contains: [secret]}}}', ECHO],
    [
      'a pattern that its question matches',
      '{id: a, input: order 77, expect: {response: {matches: ["\\\\d+"]}}}',
      ECHO,
    ],
    [
      'a text like its question',
      '{id: a, input: how warm is it, expect: {response: {similar: {to: how warm is it, rouge_l: {min: 0.9}}}}}',
      ECHO,
    ],
    [
      'phrases of the questions of two turns',
      '{id: a, turns: [{input: Oslo, expect: {response: {contains: [Oslo]}}}, {input: Rome}], expect: {response: {contains: [Rome]}}}',
      `${ECHO}: "Oslo" stands in it`,
    ],
  ])('%s: it does not', (_, text, agent) => {
    expect(passesWith(text)).toBe(agent);
  });

  test.each([
    ['a call', '{id: a, input: hi, expect: {tools: [look_up]}}'],
    ['calls by their number', '{id: a, input: hi, expect: {tools: {min_calls: 1}}}'],
    [
      'a phrase that is not in the question',
      '{id: a, input: Is it raining in Miami?, expect: {response: {contains: [Miami, sunny]}}}',
    ],
    ['a plan', '{id: a, input: hi, expect: {plan: [look_up]}}'],
    ['a field', '{id: a, input: hi, expect: {metadata: {booked: true}}}'],
    ['a state that has to be reached', '{id: a, input: hi, context: {o: {s: new}}, expect: {state: {o.s: paid}}}'],
    ['documents', '{id: a, input: hi, expect: {retrieved: {ids: [k], k: 1}}}'],
    ['JSON', '{id: a, input: hi, expect: {response: {json_schema: {type: object}}}}'],
    [
      'an answer of its own in one turn',
      '{id: a, turns: [{input: Oslo, expect: {response: {contains: [cold]}}}], expect: {completes: true}}',
    ],
  ])('%s: it does', (_, text) => {
    expect(passesWith(text)).toBeNull();
  });

  test.each([
    ['a judge', '{id: a, input: hi, expect: {judge: [{id: kind, ask: Is it kind?, sees: [conversation]}]}}'],
    ['a program', '{id: a, input: hi, expect: {custom: [{command: [check]}]}}'],
    ['embeddings', '{id: a, input: hi, expect: {response: {similar: {to: hello, embedding: {min: 0.5}}}}}'],
    ['a command in its workspace', '{id: a, input: hi, workspace: w, expect: {commands: [{run: [make]}]}}'],
  ])('what only %s can tell is not held against it', (_, text) => {
    expect(passesWith(text)).toBeNull();
  });
});

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
      'evals/c.yml:2:1: c2 passes with an agent that repeats the question: "Miami" stands in it; demand a phrase that is not in it, or a call, or write `bites: false` if it only guards',
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
