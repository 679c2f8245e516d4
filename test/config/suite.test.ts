import { expect, test } from 'vitest';
import { linesOf, validConfig } from './read-config.ts';

const SUITE = 'version: 1\nsuite: {run: [vitest, "{results}"], results: vitest}\n';

test('a suite with its own runner needs no agent and no cases, and its rounds have limits of their own', () => {
  const { agent, cases } = validConfig(`${SUITE}limits: {round_timeout: 5m}\ncovers: [src/**]\n`);
  expect(agent).toMatchObject({ kind: 'suite', results: 'vitest', concurrency: 1, round_timeout_ms: 300_000 });
  expect(cases).toEqual([]);
});

test.each<[what: string, text: string, line: string]>([
  [
    'no place to write',
    SUITE.replace('"{results}"', 'run'),
    'a.yml:2:14: suite.run: says nowhere where to write; put {results} in it, or name the `file`',
  ],
  [
    'a format that nobody reads',
    SUITE.replace('results: vitest', 'results: mocha'),
    'a.yml:2:46: suite.results: expected one of vitest, pytest, junit, jsonl, promptfoo, evalite, inspect, ctrf, adk, deepeval, found the text "mocha"',
  ],
  [
    'a selection that nothing stands for',
    SUITE.replace('results:', 'run_cases: [vitest, "{results}"], results:'),
    'a.yml:2:48: suite.run_cases: needs exactly one of {ids}, {list}, {pattern}, which stands for the names of the tests',
  ],
  [
    'JUnit without the files of its tests',
    SUITE.replace('results: vitest', 'results: junit'),
    'a.yml:2:8: suite.tests: missing: results of junit name no files; write those that say what is expected, such as [evals/**]',
  ],
  [
    'a least score where there are outcomes',
    SUITE.replace('results: vitest', 'results: pytest, min_score: 0.5'),
    'a.yml:2:65: suite.min_score: has no effect: rows of pytest have outcomes; remove the key',
  ],
  [
    'a promptfoo that answers from its cache',
    SUITE.replace(
      '[vitest, "{results}"], results: vitest',
      '[npx, promptfoo@0.123.1, eval, --output, "{results}"], results: promptfoo, tests: [p.yaml]',
    ),
    'a.yml:2:14: suite.run: promptfoo caches answers on disk, so every round would repeat the first; add --no-cache',
  ],
  [
    'a judge of ours',
    `${SUITE}judge: {openai: {model: x}}\n`,
    'a.yml:3:8: judge: has no effect on a suite that is run by its own runner; remove the key',
  ],
  [
    'files that only some tags depend on',
    `${SUITE}covers: {tags: {refund: [src/**]}}\n`,
    'a.yml:3:9: covers: `tags` has no effect on a suite that is run by its own runner; write `covers` as a list',
  ],
  [
    'limits of trials',
    `${SUITE}limits: {max_steps: 3}\n`,
    'a.yml:3:9: limits: `max_steps` has no effect on a suite that is run by its own runner; remove it, or write `round_timeout`',
  ],
])('%s is an error that says what to do', (_, text, line) => {
  expect(linesOf(text)).toContain(line);
});
