import { describe, expect, test } from 'vitest';
import { AgentUnavailableError } from '#ports/ports.ts';
import { commandAgent, fixture, NEVER, planOf, run, type TestAgent } from '../support.ts';

/** What the attempts at these cases come to: the kind of failure, `completed`, or the error that ends the run. */
async function outcomes(agent: TestAgent, inputs: readonly string[]) {
  const settled = await Promise.allSettled(
    inputs.map((input, at) => agent.attempt(planOf(input, { id: `case-${at}` }), NEVER)),
  );
  return settled.map((result) => {
    if (result.status === 'rejected') return result.reason;
    return result.value.end.kind === 'failed' ? result.value.end.failure.kind : result.value.end.kind;
  });
}

describe('an agent that cannot start', () => {
  test.each([
    ['worker', 'broken-import.py', "No module named 'a_module_that_does_not_exist'"],
    ['worker', 'broken-import.mjs', 'ERR_MODULE_NOT_FOUND'],
    ['one-shot', 'broken-import.py', "No module named 'a_module_that_does_not_exist'"],
  ] as const)(
    '(%s, %s) ends the run with its exit code and stderr, even with a single trial',
    async (mode, name, words) => {
      await using agent = commandAgent(run(name), { mode, options: { plannedTrials: 1 } });
      const error = await agent.attempt(planOf('x'), NEVER).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AgentUnavailableError);
      expect(error).toMatchObject({ exit_code: 1, stderr: expect.stringContaining(words) });
      expect(agent.survivors()).toEqual([]);
    },
  );

  test('ends every attempt with the same error, those at the same time and those after', async () => {
    await using agent = commandAgent(run('broken-import.mjs'));
    const [first, ...others] = await outcomes(agent, ['a', 'b', 'c', 'd', 'e']);
    expect(first).toBeInstanceOf(AgentUnavailableError);
    for (const other of others) expect(other).toBe(first);
    await expect(agent.attempt(planOf('later'), NEVER)).rejects.toBe(first);
  });

  test.each([
    ['is missing', ['no-such-program-anywhere'], /"no-such-program-anywhere" was not found/],
    ['may not be executed', [fixture('answer.mjs')], /may not be executed/],
  ])('because its program %s is named', async (_, command, message) => {
    await using agent = commandAgent(command);
    await expect(agent.attempt(planOf('x'), NEVER)).rejects.toThrow(message);
  });

  test('because the working directory is missing says so', async () => {
    await using agent = commandAgent(run('echo-worker.mjs'), { options: { cwd: fixture('no-such-folder') } });
    await expect(agent.attempt(planOf('x'), NEVER)).rejects.toThrow(/does the working directory exist/);
  });
});

describe('an agent that crashes on a case', () => {
  test('on every case has failed them all', async () => {
    await using agent = commandAgent(run('misbehaving-worker.mjs'));
    expect(await outcomes(agent, ['crash', 'crash', 'crash', 'crash'])).toEqual(['crash', 'crash', 'crash', 'crash']);
  });

  test('in one-shot mode is given up after three different trials that die as empty input does', async () => {
    await using agent = commandAgent(run('crash-once.mjs'), { mode: 'one-shot' });
    for (const index of [1, 2]) {
      const { end } = await agent.attempt(planOf('crash', { index }), NEVER);
      expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'crash' } });
    }
    await expect(agent.attempt(planOf('crash', { index: 3 }), NEVER)).rejects.toThrow(
      /can't start: it exited with code 1/,
    );
  });
});
