import { expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { twinWarnings, weakWords } from '#gate/bite/weak-cases.ts';
import { validCase } from '../../cases/suite/read-case.ts';

const suite = (...texts: readonly string[]) =>
  texts.map((text, index) => ({ ...validCase(text), source: { file: 'evals/c.yml', line: index + 1 } }));

test('of two cases that ask and demand the same, the second is named at its line', () => {
  const call = 'input: Refund A1, expect: {tools: [refund]}';
  const cases = suite(
    `{id: one, tags: [a], ${call}}`,
    `{id: two, name: Again, metadata: {of: one}, ${call}}`,
    '{id: other-input, input: Refund A2, expect: {tools: [refund]}}',
    '{id: other-demand, input: Refund A1, expect: {tools: [lookup]}}',
  );
  expect(twinWarnings(cases).map(formatIssue)).toEqual([
    'evals/c.yml:2:1: two asks and demands what one does; remove one of them, or let them differ',
  ]);
});

test('a phrase that the question holds, and a tag of one case, are told and no warning', () => {
  const question = 'What is the limit of Basic, and what is 10000 divided by 30?';
  const c05 = `{id: C-05, tags: [capability, math], input: "${question}", expect: {tools: [limits], response: {contains: ["10000"]}}}`;
  const other =
    '{id: C-01, tags: [capability], input: Weather in Rome?, expect: {tools: [weather], response: {contains: ["°"]}}}';
  expect(weakWords(suite(c05, other))).toEqual([
    'in the question already: a phrase that the answer must contain, so no tool has to find it: C-05 ("10000")',
    'tags of a single case, whose figures are of that case alone: math',
  ]);
  expect(twinWarnings(suite(c05, other))).toEqual([]);
  expect(weakWords(suite(other))).toEqual([]);
});
