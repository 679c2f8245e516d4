import { describe, expect, test } from 'vitest';
import { NEVER, planOf } from '#test/runner/agents/support.ts';
import { wired } from '#test/runner/agents/wired.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

/** Long enough for a loaded machine to ask in the first half of it; the trials run side by side. */
const limits = { trial_timeout_ms: 10_000 };

/** Where a request says so its provider goes silent, at once or in mid-answer. */
const silent: ModelScript = ({ messages }) => {
  const question = messages.at(-1)?.text ?? '';
  if (question.includes('never-answer')) return { fault: { kind: 'hang' } };
  if (question.includes('never-end')) return { text: 'all is well', fault: { kind: 'stall', after_chunks: 2 } };
  return { text: 'all is well' };
};

async function endOf(input: string) {
  await using world = await wired(silent);
  const { end, retry } = await world.agent(undefined, { limits }).attempt(planOf(input), NEVER);
  return { end, retry };
}

describe.concurrent('a provider that the recorder saw go silent is at fault', () => {
  test.each([
    ['before it answers', 'act never-answer'],
    ['in the middle of a stream', 'listen never-end'],
    ['in the middle of a whole answer', 'act never-end'],
  ])('%s', async (_, input) => {
    const { end, retry } = await endOf(input);
    expect(end).toMatchObject({ kind: 'error', error: { class: 'provider' } });
    expect(retry).toBe(true);
  });
});

describe.concurrent('an agent that comes to nothing by itself is not excused by its provider', () => {
  test.each([
    ['hangs while no call is open', 'doze', 'timeout'],
    ['has its answer and never reads it', 'stare well', 'timeout'],
    ['asks a silent provider when its time is all but over', 'dally never-answer', 'timeout'],
    ['hangs up on a silent provider at once', 'hurry never-answer', 'crash'],
  ])('%s', async (_, input, kind) => {
    const { end } = await endOf(input);
    expect(end).toMatchObject({ kind: 'failed', failure: { kind } });
  });

  test('loops in calls of its model, which is told', async () => {
    await using world = await wired(() => ({ calls: [{ name: 'look', arguments: { at: 'x' } }] }));
    const { end } = await world.agent(undefined, { limits }).attempt(planOf('circle look'), NEVER);
    const message = /\d+ model calls were made in that time; if it is looping, limits\.max_steps can end the turn/;
    expect(end).toEqual({ kind: 'failed', failure: { kind: 'timeout', message: expect.stringMatching(message) } });
  });
});
