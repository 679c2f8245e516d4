import { expect, test } from 'vitest';
import { filterProblem, withPattern } from '#trials/rows/name-filter.ts';

/** Each runner's filter as it works, and what it is held against. */
test.each([
  ['Vitest', ['-t', '{pattern}'], 'refund > a mug (x|y)?', ['refund a mug (x|y)?', 'refund > a mug (x|y)?']],
  ['Jest by JUnit', ['--testNamePattern={pattern}'], ' refund a mug', ['refund a mug']],
  [
    'Playwright',
    ['-g', '{pattern}'],
    'refund › a mug',
    ['chromium a.spec.ts refund a mug', 'a.spec.ts refund a mug @slow @eu'],
  ],
])('the pattern for %s matches the test alone', (_, command, title, called) => {
  const words = withPattern(command, [title, 'search']);
  const pattern = new RegExp((words.at(-1) ?? '').replace(/^--\w+=/, ''));
  for (const name of [...called, called[0]?.replace(/refund.*/, 'search') ?? '']) expect(name).toMatch(pattern);
  for (const name of [`${called[0]}s`, 'refunds', 'mug', 'the search is over']) expect(name).not.toMatch(pattern);
});

test('the pattern for Go names each level by itself', () => {
  expect(withPattern(['gotestsum', '--', '-run', '{pattern}'], ['TestRefund/a_mug_(1)', 'TestSearch'])).toEqual([
    ...['gotestsum', '--', '-run'],
    String.raw`^TestRefund$/^a_mug_\(1\)$|^TestSearch$`,
  ]);
});

test('a pattern where the runner reads none is refused before anything runs', () => {
  const problems = [
    ['npx', 'playwright', 'test', '-t', '{pattern}'],
    ['python', '-m', 'pytest', '-k', '{pattern}'],
    ['gotestsum', '--junitfile', '{results}', '--', '-run', '{pattern}', './...'],
    ['node_modules/.bin/jest', '--testNamePattern={pattern}'],
    ['node', 'evals.js', '--only', '{pattern}'],
  ].map(filterProblem);
  expect(problems).toEqual([
    'Playwright reads {pattern} after -g, not after -t',
    'pytest has no filter by a regular expression; write {ids}, an argument for each test',
    null,
    null,
    null,
  ]);
});
