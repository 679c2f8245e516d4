import { expect, test } from 'vitest';
import { hashGraders } from '#application/loading/hash-graders.ts';
import type { CustomChecks } from '#application/ports.ts';
import { watchGraders } from '#application/running/watch-graders.ts';
import { trialView } from '#domain/checks/trial-view.ts';
import { filesOf, suiteOf, turnRecord } from '../in-memory.ts';

const PASSED = { name: 'custom', passed: true, score: null, code: null, reason: 'fine' } as const;
const EXPECTATION = { kind: 'module', module: 'check.mjs' } as const;

async function watched() {
  const texts: Record<string, string> = { 'check.mjs': "import './lib.mjs';", 'lib.mjs': 'strict' };
  const suite = await suiteOf([{ id: 'a', input: 'x', expect: { custom: [{ command: ['true'] }] } }]);
  const cases = suite.cases.map((one) => ({ ...one, expect: { custom: [EXPECTATION] } }));
  const files = filesOf(texts);
  let runs = 0;
  const custom: CustomChecks = {
    async judge() {
      runs += 1;
      return PASSED;
    },
  };
  const { hashes } = await hashGraders(files, cases);
  const checks = watchGraders(custom, files, { cases, grader_hashes: hashes });
  const [one] = cases;
  if (one === undefined) throw new Error('there is one');
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
  const context = { case: one, view: trialView(one, trial, null) };
  const judge = () => checks.judge(EXPECTATION, context, new AbortController().signal);
  return { texts, checks, judge, runs: () => runs };
}

test('a check whose files are as they were is run', async () => {
  const { checks, judge, runs } = await watched();
  expect(await judge()).toEqual(PASSED);
  expect(runs()).toBe(1);
  expect(await checks.changed()).toEqual([]);
});

test('a check of which an imported file changed is not run, and that is remembered when the file is put back', async () => {
  const { texts, checks, judge, runs } = await watched();
  texts['lib.mjs'] = 'lax';
  expect(await judge()).toMatchObject({ passed: null, code: 'grader_changed' });
  expect(runs()).toBe(0);
  texts['lib.mjs'] = 'strict';
  expect(await judge()).toEqual(PASSED);
  expect(await checks.changed()).toEqual(['a']);
});

test('a check that changed after the last trial was judged is found at the end', async () => {
  const { texts, checks, judge } = await watched();
  await judge();
  texts['check.mjs'] = 'lax';
  expect(await checks.changed()).toEqual(['a']);
});
