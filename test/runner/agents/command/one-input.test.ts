import { describe, expect, test } from 'vitest';
import { AgentUnavailableError } from '#ports/ports.ts';
import { commandAgent, NEVER, planOf, run } from '../support.ts';

describe('a program that reads its standard input once and runs as a worker', () => {
  test.each([
    ['read-line.py', 120_000, /exited with code 0/],
    ['read-all.py', 2_000, /printed something only when its standard input was closed/],
  ])('(%s) ends the run with what it printed and how to mend that', async (name, trial_timeout_ms, how) => {
    await using agent = commandAgent(run(name), { limits: { trial_timeout_ms } });
    const error: unknown = await agent.attempt(planOf('x'), NEVER).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AgentUnavailableError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/is not a worker.*last line: well, of True; .*add "\{input\}" to agent\.command/),
    });
    expect(error).toMatchObject({ message: expect.stringMatching(how) });
    expect(agent.survivors()).toEqual([]);
  });

  test('answers well in one-shot mode', async () => {
    await using agent = commandAgent(run('read-all.py'), { mode: 'one-shot' });
    const { end, trajectory } = await agent.attempt(planOf('x'), NEVER);
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns).toMatchObject([{ output: 'Thinking ...\nwell, of True' }]);
  });
});

test('a program that ends in good order and printed nothing fails its trial, with the same advice', async () => {
  await using agent = commandAgent([process.execPath, '-e', "process.stdin.once('data', () => process.exit(0))"]);
  const { end } = await agent.attempt(planOf('x'), NEVER);
  expect(end).toMatchObject({
    failure: { kind: 'crash', message: expect.stringMatching(/code 0 .*add "\{input\}" to agent\.command/) },
  });
});
