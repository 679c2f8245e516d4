import { describe, expect, test } from 'vitest';
import type { Agent } from '#ports/ports.ts';
import { moduleAgent } from '../module/support.ts';
import { commandAgent, NEVER, planOf, run } from '../support.ts';

const trial = (agent: Agent, index: number) => agent.attempt(planOf('a room, please', { index }), NEVER);

describe('an agent that has never answered a reset can not be run with isolate: reset, which says why', () => {
  test.each([
    ['ignores', /it gave no answer within 3 s\. Make it answer, or write isolate: true$/],
    ['errs', /it answered with the error "what is a reset\?"/],
    ['answers a turn', /it answered with a line of type "result"/],
    ['crashes', /it exited with code 3 before it answered/],
  ])('%s', async (onReset, message) => {
    const limits = onReset === 'ignores' ? { trial_timeout_ms: 3_000 } : {};
    await using agent = commandAgent(run('booking-worker.mjs', onReset), { isolate: 'reset', limits });
    await trial(agent, 1);
    const error: unknown = await trial(agent, 2).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/agent\.isolate is reset, and the agent does not answer/);
    expect(String(error)).toMatch(message);
  });

  test('a module without an exported function of that name', async () => {
    await using agent = moduleAgent('echo-module.ts', { isolate: 'reset' });
    await trial(agent, 1);
    await expect(trial(agent, 2)).rejects.toThrow(/exports no function named \\"reset\\"/);
  });
});

test('a process that no longer forgets is replaced, so that no trial meets what another left', async () => {
  await using agent = commandAgent(run('booking-worker.mjs', 'forgets once'), {
    isolate: 'reset',
    limits: { trial_timeout_ms: 3_000 },
  });
  const attempts = [await trial(agent, 1), await trial(agent, 2), await trial(agent, 3)];
  expect(attempts.map(({ trajectory }) => trajectory.turns[0]?.output)).toEqual(['booked', 'booked', 'booked']);
  expect(attempts.map(({ place_in_process }) => place_in_process)).toEqual([0, 1, 0]);
});

test('a process is started ahead for each trial that runs, and no more', async () => {
  await using agent = commandAgent(run('booking-worker.mjs'), { isolate: true });
  await Promise.all([trial(agent, 1), trial(agent, 2)]);
  await expect.poll(() => agent.survivors().length, { timeout: 120_000 }).toBe(2);
});
