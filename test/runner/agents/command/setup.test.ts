import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AgentUnavailableError } from '#ports/ports.ts';
import { createSetup } from '#runner/agents/command/setup.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { commandAgent, NEVER, PATIENT, run } from '../support.ts';

const echo = run('echo-worker.mjs');

function folder(): string {
  return newFolder('setup');
}

describe('setup lines', () => {
  test('run once, in order, in the working directory, with the environment of the agent and their output handed on', async () => {
    const cwd = folder();
    const heard: string[] = [];
    await using agent = commandAgent(echo, {
      setup: ['echo one >> made', 'cat made; echo "$GREETING" >&2'],
      options: {
        cwd,
        environment: { GREETING: 'hello' },
        onSetupOutput: (line, output) => heard.push(`${line} → ${output}`),
      },
    });
    await agent.prepare(NEVER);
    await agent.prepare(NEVER);
    expect(readFileSync(join(cwd, 'made'), 'utf8')).toBe('one\n');
    expect(heard).toEqual(['echo one >> made → ', 'cat made; echo "$GREETING" >&2 → one\nhello\n']);
  });

  test.each([
    [
      'a failing line',
      ['true', 'echo lost >&2; exit 9', 'touch never'],
      'agent.setup[1] failed (exit code 9): echo lost >&2; exit 9; it printed: lost',
      9,
      'lost\n',
    ],
    [
      'a failing command inside a line',
      ['false; echo on'],
      'agent.setup[0] failed (exit code 1): false; echo on',
      1,
      '',
    ],
    ['a failing command inside a pipe', ['false | cat'], 'agent.setup[0] failed (exit code 1): false | cat', 1, ''],
    [
      'a line that only says why on stdout',
      ['echo why; exit 2'],
      'agent.setup[0] failed (exit code 2): echo why; exit 2; it printed: why',
      2,
      'why\n',
    ],
  ])(
    'stop at %s, which is named after what it said was handed on, once',
    async (_, setup, message, exitCode, expected) => {
      const cwd = folder();
      const heard: string[] = [];
      const onSetupOutput = (_line: string, output: string) => heard.push(output);
      await using agent = commandAgent(echo, { setup, options: { cwd, onSetupOutput } });
      const error = await agent.prepare(NEVER).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AgentUnavailableError);
      expect(error).toMatchObject({ message, exit_code: exitCode, stderr: '' });
      expect(heard.at(-1)).toBe(expected);
      expect(existsSync(join(cwd, 'never'))).toBe(false);
    },
  );

  test('may leave a server running, which is gone after close', async () => {
    const agent = commandAgent(echo, { setup: ['sleep 3600 &', 'setsid sleep 3600 > /dev/null 2>&1 &'] });
    await agent.prepare(NEVER);
    await expect.poll(() => agent.survivors().filter((line) => line.startsWith('sleep')).length, PATIENT).toBe(2);
    await agent.close();
    expect(agent.survivors()).toEqual([]);
  });

  test('have a time limit each, and the one that takes longer is named', async () => {
    const place = { cwd: folder(), environment: { PATH: process.env['PATH'] ?? '' } };
    const setup = createSetup(place, () => {}, 300);
    const error = await setup.run(['true', 'sleep 3600'], NEVER).catch((thrown: unknown) => thrown);
    await setup.close();
    expect(error).toBeInstanceOf(AgentUnavailableError);
    expect(error).toMatchObject({ message: expect.stringMatching(/^agent\.setup\[1\] took longer than .*sleep 3600/) });
  });

  test('are ended by an abort', async () => {
    await using agent = commandAgent(echo, { setup: ['sleep 3600'] });
    const abort = new AbortController();
    const preparing = agent.prepare(abort.signal);
    await expect.poll(() => agent.survivors().length, PATIENT).toBeGreaterThan(0);
    abort.abort(new Error('stopped by hand'));
    await expect(preparing).rejects.toThrow('stopped by hand');
    expect(agent.survivors()).toEqual([]);
  });
});
