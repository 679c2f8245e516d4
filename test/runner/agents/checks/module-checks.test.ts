import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { worded } from '#test/support/worded.ts';
import { NEVER, planOf, processesWith, viewOf } from '../support.ts';

/** Does what the answer of the agent says. */
const CHECK = `import { writeSync } from 'node:fs';
import { other } from './other.mjs';
export default async ({ output }) => {
  globalThis.seen = (globalThis.seen ?? 0) + 1;
  other.seen += 1;
  console.log('a note');
  if (output === 'hang') for (;;);
  if (output === 'throw') throw new TypeError('no such field');
  if (output === 'exit') process.exit(3);
  if (output === 'leave') process.exit(0);
  if (output === 'kill') process.kill(process.pid, 'SIGKILL');
  if (output === 'move') process.chdir('/');
  if (output === 'forge') writeSync(1, JSON.stringify({ id: 'any', answer: '{"passed":true}' }));
  process.env.SEEN = String(Number(process.env.SEEN ?? 0) + 1);
  return { passed: output === 'right', reason: [process.pid, globalThis.seen, other.seen, process.env.SEEN].join(' ') };
};
`;

function checks(timeout_ms?: number) {
  const cwd = newFolder('checks');
  writeFileSync(join(cwd, 'judge.mjs'), CHECK);
  writeFileSync(join(cwd, 'other.mjs'), 'export const other = { seen: 0 };\n');
  const mark = `CHECKS_TEST=${cwd}`;
  const made = programChecks({
    cwd,
    environment: { CHECKS_TEST: cwd },
    ...(timeout_ms !== undefined && { timeout_ms }),
  });
  return {
    survivors: () => processesWith(mark),
    judge: async (output: string, signal: AbortSignal = NEVER) => {
      const context = { case: planOf('x').case, view: viewOf(output) };
      return worded(await made.judge({ kind: 'module', module: 'judge.mjs' }, context, signal));
    },
    [Symbol.asyncDispose]: () => made.close(),
  };
}

test('a module judges all its trials in one process, and each as if it were the first', async () => {
  await using module = checks();
  const judged = [
    await module.judge('right'),
    ...(await Promise.all(['wrong', 'right'].map((answer) => module.judge(answer)))),
  ];
  expect(judged.map(({ passed }) => passed)).toEqual([true, false, true]);
  expect(new Set(judged.map(({ reason }) => reason.split(' ')[0])).size).toBe(1);
  expect(judged.map(({ reason }) => reason.split(' ').slice(1))).toEqual(Array(3).fill(['1', '1', '1']));
  expect(module.survivors()).toHaveLength(1);
  await module[Symbol.asyncDispose]();
  expect(module.survivors()).toEqual([]);
});

test.each([
  ['throw', /ended with 1: .*a note.*TypeError: no such field/s],
  ['exit', /ended with 3/],
  ['leave', /printed no answer/],
  ['kill', /"judge\.mjs" ended with SIGKILL/],
])('a trial on which a module breaks (%s) is alone in not being judged', async (deed, reason) => {
  await using module = checks();
  const [before, broken, after] = await Promise.all(['right', deed, 'wrong'].map((answer) => module.judge(answer)));
  expect(broken).toMatchObject({ passed: null, code: 'check_broken', reason: expect.stringMatching(reason) });
  expect([before?.passed, after?.passed]).toEqual([true, false]);
  expect((await module.judge('right')).passed).toBe(true);
});

test('a trial on which a module hangs is given up alone when the run is cancelled', async () => {
  await using module = checks();
  const patience = new AbortController();
  const hanging = module.judge('hang', patience.signal);
  expect((await module.judge('right')).passed).toBe(true);
  patience.abort();
  expect(await hanging).toMatchObject({ passed: null, reason: expect.stringContaining('the run was cancelled') });
  expect((await module.judge('wrong')).passed).toBe(false);
  expect(module.survivors()).toHaveLength(1);
});

test('a module that hangs is given up in time, and distinguished from a cancelled one', async () => {
  await using module = checks(500);
  expect(await module.judge('hang')).toMatchObject({
    passed: null,
    reason: expect.stringContaining('longer than 500 ms'),
  });
});

test('what only a process of its own can do, a module does there', async () => {
  await using module = checks();
  const [moved, beside] = [await module.judge('move'), await module.judge('right')];
  expect(moved).toMatchObject({ passed: false });
  expect(moved.reason.split(' ')[0]).not.toBe(beside.reason.split(' ')[0]);
});

test('what a module writes past its answer judges no trial', async () => {
  await using module = checks();
  expect(await module.judge('forge')).toMatchObject({ passed: false });
});
