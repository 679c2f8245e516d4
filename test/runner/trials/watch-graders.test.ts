import { expect, test } from 'vitest';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import { watchGraders } from '#runner/trials/watch-graders.ts';
import { saying } from '#test/support/worded.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import { filesOf, suiteOf, turnRecord } from '../in-memory.ts';

const PASSED = { name: 'custom', passed: true, score: null, fact: saying('fine') } as const;
const EXPECTATION = { kind: 'module', module: 'check.mjs' } as const;

async function watched(
  expectation: CustomExpectation = EXPECTATION,
  setUp: (texts: Record<string, string>) => void = () => {},
) {
  const texts: Record<string, string> = { 'check.mjs': "import './lib.mjs';", 'lib.mjs': 'strict' };
  const suite = await suiteOf([{ id: 'a', input: 'x', expect: { custom: [{ command: ['true'] }] } }]);
  const cases = suite.cases.map((evalCase) => ({ ...evalCase, expect: { custom: [expectation] } }));
  const files = filesOf(texts);
  let runs = 0;
  const custom: CustomChecks = {
    async judge() {
      runs += 1;
      return PASSED;
    },
  };
  const checks = await watchGraders(custom, files, { ...suite, cases });
  setUp(texts);
  await checks.begin();
  const [first] = cases;
  if (first === undefined) throw new Error('there is one');
  const trial = {
    case_id: 'a',
    index: 1,
    seed: 1,
    source: 'live',
    started_at: '',
    duration_ms: 0,
    wait_ms: 0,
    tries: 1,
    trajectory: { turns: [turnRecord()], log: '', stderr: '' },
    end: { kind: 'completed' },
  } as const;
  const context = { case: first, view: trialView(first, trial, null) };
  const judge = () => checks.judge(expectation, context, new AbortController().signal);
  return { texts, checks, judge, runs: () => runs };
}

test('a check whose files are as they were is run', async () => {
  const { checks, judge, runs } = await watched();
  expect(await judge()).toEqual(PASSED);
  expect(runs()).toBe(1);
  expect(await checks.changed()).toEqual([]);
});

test('a check with a changed imported file is not run, not even when the file is put back', async () => {
  const { texts, checks, judge, runs } = await watched();
  texts['lib.mjs'] = 'lax';
  expect(await judge()).toMatchObject({ passed: null, fact: { code: 'grader_changed' } });
  expect(runs()).toBe(0);
  texts['lib.mjs'] = 'strict';
  expect(await judge()).toMatchObject({ passed: null, fact: { code: 'grader_changed' } });
  expect(runs()).toBe(0);
  expect(await checks.changed()).toEqual(['a']);
});

test('a check that changed after the last trial was judged is found at the end', async () => {
  const { texts, checks, judge } = await watched();
  await judge();
  texts['check.mjs'] = 'lax';
  expect(await checks.changed()).toEqual(['a']);
});

test('a file that a command names and that is missing before the first trial is an output, and no other check', async () => {
  const command = ['node', 'check.mjs', '--cache=.cache/judge.json', 'out/report.md'];
  const { texts, checks, judge } = await watched({ kind: 'command', command });
  texts['out/report.md'] = 'written by the agent';
  await judge();
  texts['.cache/judge.json'] = '{}';
  expect(await judge()).toEqual(PASSED);
  expect(await checks.changed()).toEqual([]);
});

test('an import that was not there may come before one that was', async () => {
  const { texts, judge } = await watched();
  texts['check.mjs'] = "import './lib.mjs';";
  texts['lib.mjs.js'] = 'lax';
  expect(await judge()).toMatchObject({ passed: null, fact: { code: 'grader_changed' } });
});

test('what the set-up builds is part of the check, what it rewrites is another check', async () => {
  const built = await watched(EXPECTATION, (texts) => {
    texts['lib.mjs.js'] = 'built';
  });
  expect(await built.judge()).toEqual(PASSED);
  expect(await built.checks.changed()).toEqual([]);
  const rewritten = await watched(EXPECTATION, (texts) => {
    texts['lib.mjs'] = 'lax';
  });
  expect(await rewritten.judge()).toMatchObject({ passed: null, fact: { code: 'grader_changed' } });
  expect(await rewritten.checks.changed()).toEqual(['a']);
});
