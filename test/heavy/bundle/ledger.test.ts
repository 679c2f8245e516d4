import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/ledger');

function rounds(main: string, change: string, count = 10): Readonly<Record<string, string>> {
  const copies = (side: string, file: string) =>
    Array.from({ length: count }, (_, at) => [`${side}/${at}`, readFileSync(join(FIXTURES, file), 'utf8')] as const);
  return Object.fromEntries([...copies('main', main), ...copies('change', change)]);
}

const EVALITE = JSON.stringify({
  version: 1,
  suite: { run: ['x', '{results}'], results: 'evalite', tests: ['evals/**'], min_score: 0.5 },
});

/** Files of real writers: what ten rounds of the first on main and ten of the second here come to. */
test.each<[format: string, main: string, change: string, says: RegExp]>([
  ['junit', 'top-main.xml', 'top-change.xml', /^FAIL .*never-pays-twice broke: paid twice/m],
  ['pytest', 'pytest-models-main.json', 'pytest-models-change.json', /^FAIL .*claude-opus-4-5 broke/m],
  ['pytest', 'pytest-subtests-pass.json', 'pytest-subtests-fail.json', /^FAIL .*test_u and .*test_all broke/m],
  ['promptfoo', 'scen2-main.json', 'scen2-bad.json', /^FAIL .*german broke/m],
  ['promptfoo', 'samevars-main.json', 'samevars-bad.json', /^FAIL .*no-apology broke/m],
  ['evalite', 'evalite-main.json', 'evalite-bad.json', /^FAIL .*policy-de broke/m],
  ['deepeval', 'deepeval-main.json', 'deepeval-bad.json', /^FAIL .*test_x-2-of-2 broke/m],
  ['adk', 'adk-main.json', 'adk-bad.json', /^FAIL .*refund-2-of-2 broke/m],
  ['jsonl', 'dup.jsonl', 'dup.jsonl', /two tests are called a: their place in the file tells them apart/],
  ['junit', 'junit-main.xml', 'junit-skipthenfail.xml', /^FAIL .*refund broke: boom/m],
  ['junit', 'junit-main.xml', 'junit-skipthenerror.xml', /too many trials are missing: 10 of 20 ended in errors/],
  ['junit', 'junit-main.xml', 'junit-flakyFailure.xml', /^FAIL .*refund broke: passed only when it was tried again/m],
  ['junit', 'junit-main.xml', 'junit-status-failed.xml', /^FAIL .*refund broke/m],
  ['junit', 'junit-main.xml', 'junit-suite-error.xml', /an error outside every test: before all failed/],
  ['junit', 'jest-junit-todo.xml', 'jest-junit-todo.xml', /^PASS/m],
  ['junit', 'pytest-subtests.xml', 'pytest-subtests.xml', /^PASS/m],
  ['junit', 'pytest-fail-and-teardown.xml', 'pytest-fail-and-teardown.xml', /^PASS/m],
  ['junit', 'junit-samename-as-suite.xml', 'junit-samename-as-suite.xml', /^PASS/m],
  ['junit', 'junit-ancestor-name.xml', 'junit-ancestor-name.xml', /^PASS/m],
  ['ctrf', 'mocha-ctrf.json', 'mocha-ctrf.json', /^PASS/m],
  ['ctrf', 'jest-ctrf.json', 'jest-ctrf-todo.json', /^PASS/m],
  ['inspect', 'inspect-nan.json', 'inspect-nan.json', /match gave no score/],
  ['jsonl', 'nan.jsonl', 'bom.jsonl', /^FAIL .*b broke/m],
  ['jsonl', 'numid.jsonl', 'numid.jsonl', /^PASS/m],
  ['jsonl', 'PASSED.jsonl', 'passed1.jsonl', /line 1: `passed` is 1, and must be true or false/],
  ['jsonl', 'boolscore.jsonl', 'boolscore.jsonl', /a has scores and no outcome; write `min_score`/],
  ['junit', 'gotestsum-main.xml', 'gotestsum-change.xml', /openai.RateLimitError: status 429: Rate limit reached/],
  [
    'junit',
    'playwright-main.xml',
    'playwright-change.xml',
    /^FAIL .*mug-claude broke: Expected: "yes"; Received: "no"/m,
  ],
  ['vitest', 'jest-own.json', 'jest-own.json', /Expected substring: "ANSWER lamp OK"; Received string/],
])('%s: %s → %s', async (results, main, change, says) => {
  await using folder = await folderWith({
    ...rounds(main, change),
    ...(results === 'evalite' ? { 'agent-eval.yml': EVALITE } : {}),
    'evals/c.test.js': '',
    'r/evals/c.test.js': '',
  });
  const files = (side: string) => Array.from({ length: 10 }, (_, at) => `${side}/${at}`);
  const run = await folder.cli(['compare', '--results', results, ...files('main'), '--', ...files('change')]);
  expect(run.stdout + run.stderr).toMatch(says);
});

/** 24 tests in ten rounds, of which 23 have this row once, spread over the rounds, and pass otherwise. */
function spread(row: object): Readonly<Record<string, string>> {
  const line = (side: string, round: number, at: number) =>
    JSON.stringify({
      id: `case ${at}`,
      ...(side === 'change' && at < 23 && at % 10 === round ? row : { passed: true }),
    });
  const lines = (side: string, round: number) =>
    Array.from({ length: 24 }, (_, at) => line(side, round, at)).join('\n');
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, round) =>
      ['main', 'change'].map((side) => [`${side}/${round}`, lines(side, round)]),
    ).flat(),
  );
}

test.each([
  ['errors', { outcome: 'error', message: 'the agent did not start' }],
  ['failures that the agent words like a provider', { passed: false, message: 'openai.RateLimitError: status 503' }],
])('%s that are spread over a suite leave no pass', async (_, row) => {
  await using folder = await folderWith(spread(row));
  const files = (side: string) => Array.from({ length: 10 }, (_, at) => `${side}/${at}`);
  const run = await folder.cli(['compare', '--results', 'jsonl', ...files('main'), '--', ...files('change')]);
  expect(run.stdout).toContain('the verdict would be red if the 23 missing trials had failed');
  expect(run.exitCode).toBe(3);
});
