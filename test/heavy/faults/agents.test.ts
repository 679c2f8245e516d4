import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { program } from '#test/support/program.ts';
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
    expect(run).toExit(0);
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

const AGENT = program('faulty-worker.mjs');
