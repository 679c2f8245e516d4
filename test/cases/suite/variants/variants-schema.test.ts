import { expect, test } from 'vitest';
import { problemsOf } from '../../../common/document/problems-of.ts';
import { readCase } from '../read-case.ts';

test.each([
  ['[typo]', /variants\[0\]: expected one of typos, casing, .*\{typos: \{count: 2\}\}, found the text "typo"/],
  ['[typos, typos]', /variants\[1\]: typos is listed twice/],
  ['[{typos: {}, casing: {}}]', /variants\[0\]: expected one kind with its options/],
  ['[{typos: {count: 0}}]', /variants\[0\]\.typos\.count: /],
  ['[{typos: {many: 2}}]', /variants\[0\]\.typos\.many: unknown key; known keys: count, seed/],
  ['[{empty: {count: 2}}]', /variants\[0\]\.empty\.count: a case has one empty variant/],
  ['[{languages: {to: [German]}}]', /variants\[0\]\.languages\.to\[0\]: expected the code of a language/],
  ['[{injection: {expect: {}}}]', /variants\[0\]\.injection\.expect: demands nothing/],
  ['true', /variants: expected a list such as \[typos, casing\], or false/],
])('variants: %s is refused with its place', (variants, expected) => {
  const problems = problemsOf(readCase(`id: a\ninput: x\nexpect: {completes: true}\nvariants: ${variants}\n`));
  expect(problems.join('\n')).toMatch(expected);
  expect(problems.every((line) => /^c\.yml:4:\d+: /.test(line))).toBe(true);
});
