import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { json } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { RESULTS } from './support/same-run.ts';

/**
 * What the agent does in a case, and what its trial is then: what an agent does is its own fault, whatever it is. A one-shot
 * program that ends with another code than 0 has crashed, even after its answer.
 */
const ENDS: Readonly<Record<string, string | Readonly<Record<Mode, string>>>> = {
  hangs: 'failed: timeout',
  'hangs with children that ignore it too': 'failed: timeout',
  crashes: 'failed: crash',
  'is killed': 'failed: crash',
  'crashes in the middle of its line': 'failed: crash',
  'answers and crashes': { worker: 'passed', 'one-shot': 'failed: crash' },
  'prints 30 MB of lines and answers': 'passed',
  'prints 100 MB of lines and answers': 'failed: protocol',
  'prints 100 MB without a line break': 'failed: protocol',
  'answers and closes its input': { worker: 'passed', 'one-shot': 'failed: crash' },
  'answers and leaves a grandchild in a session of its own': 'passed',
  answers: 'passed',
};

type Mode = 'worker' | 'one-shot';

/**
 * A worker that breaks after its answer may break while it is given the next turn: whether it has read that can't be known, and
 * a second try would hide agents that crash now and then.
 */
const MAY_BREAK_NEXT = /^answers and c/;

/** Each is followed by a trial of an agent that does nothing wrong: a broken one must not spoil the next. */
function suite(mode: Mode, cases: readonly string[]): WorkspaceFiles {
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs'], mode },
      cases: ['cases.yml'],
      trials: 1,
      concurrency: 1,
      limits: { trial_timeout: '6s' },
      gate: { method: 'threshold', pass_rate: { min: 0.1 } },
    }),
    'cases.yml': json({
      cases: cases.flatMap((input, index) =>
        [input, 'answers'].map((does, part) => ({
          id: `${index}-${part}`,
          input: does,
          expect: { response: { contains: ['well'] } },
        })),
      ),
    }),
    'agent.mjs': AGENT,
  };
}

describe.each(['worker', 'one-shot'] as const)('a %s', (mode) => {
  test('that does what agents do has its own outcome, spoils no other trial, and leaves no process and no file', async () => {
    const cases = Object.keys(ENDS);
    await using folder = await folderWith(suite(mode, cases));
    const temporary = join(folder.path, 'tmp');
    await mkdir(temporary);
    const run = await folder.cli(['run'], { env: { TMPDIR: temporary } });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.survivors).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
    expect((await readdir(folder.path)).toSorted()).toEqual(
      [RESULTS, 'agent-eval.yml', 'agent.mjs', 'cases.yml', 'tmp'].toSorted(),
    );
    const results = JSON.parse(await folder.read(`${RESULTS}/results.json`));
    expect(results.complete).toBe(true);
    const ends = cases.map((does, index) => [does, ...endsOf(results, index)]);
    const expected = cases.map((does) => {
      const end = ENDS[does];
      const next =
        mode === 'worker' && MAY_BREAK_NEXT.test(does) ? /^(?:passed|failed: (?:crash|timeout))$/ : /^passed$/;
      return [does, typeof end === 'string' ? end : end?.[mode], expect.stringMatching(next)];
    });
    expect(ends).toEqual(expected);
    expect(run.stdout + run.stderr).not.toMatch(/^ +at (?!.*agent\.mjs)/m);
  });
});

/** Outcomes of the two trials of a pair. */
function endsOf(results: { cases: readonly { id: string; trials: readonly Ended[] }[] }, index: number) {
  return [0, 1].map((part) => {
    const trial = results.cases.find(({ id }) => id === `${index}-${part}`)?.trials[0];
    return [trial?.outcome, trial?.failure?.kind ?? trial?.error?.class].filter((word) => word).join(': ');
  });
}

type Ended = { outcome: string; failure: { kind: string } | null; error: { class: string } | null };

const AGENT = `import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const sleep = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
const answer = (turn) => JSON.stringify({ id: turn.id, output: 'all is well' }) + '\\n';
const write = (text) => new Promise((resolve) => process.stdout.write(text, resolve));

async function act(turn) {
  switch (turn.input) {
    case 'hangs':
      return new Promise(() => setInterval(() => {}, 1000));
    case 'hangs with children that ignore it too':
      process.on('SIGTERM', () => {});
      spawn(process.execPath, ['-e', sleep], { stdio: 'inherit' });
      return new Promise(() => setInterval(() => {}, 1000));
    case 'crashes':
      throw new Error('broken on its own');
    case 'is killed':
      return process.kill(process.pid, 'SIGKILL');
    case 'crashes in the middle of its line':
      await write(answer(turn).slice(0, 20));
      return process.exit(1);
    case 'answers and crashes':
      await write(answer(turn));
      return process.exit(3);
    case 'prints 30 MB of lines and answers':
    case 'prints 100 MB of lines and answers':
      for (let megabyte = 0; megabyte < Number(/\\d+/.exec(turn.input)); megabyte += 1) await write(('x'.repeat(1023) + '\\n').repeat(1024));
      return write(answer(turn));
    case 'prints 100 MB without a line break':
      for (let megabyte = 0; megabyte < 100; megabyte += 1) await write('x'.repeat(1024 * 1024));
      return write('\\n' + answer(turn));
    case 'answers and closes its input':
      await write(answer(turn));
      return closeSync(0);
    case 'answers and leaves a grandchild in a session of its own':
      spawn(process.execPath, ['-e', sleep], { stdio: 'ignore', detached: true }).unref();
      return write(answer(turn));
    default:
      return write(answer(turn));
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') await act(turn);
}
`;
