import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Attempt } from '#ports/ports.ts';
import { NEVER, planOf } from '#test/runner/agents/support.ts';
import { wired } from '#test/runner/agents/wired.ts';
import { lastUser, sinceUser } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import { cassettesIn, emptyFolder } from './support.ts';

/** One tool call, then a word that is another one each time. */
const looking: ModelScript = (request) =>
  sinceUser(request).some(({ role }) => role === 'tool')
    ? { text: `heard ${lastUser(request)} as request ${request.count}` }
    : { calls: [{ name: 'look', arguments: { at: 'here' } }] };

const plans = [1, 2].flatMap((index) => ['refund', 'cancel'].map((id) => planOf(`act ${id}`, { id, index })));

function essence({ end, trajectory }: Attempt) {
  return {
    end,
    turns: trajectory.turns.map(({ latency_ms: _, ...turn }) => ({ ...turn, model_calls: untimed(turn) })),
  };
}

function untimed({ model_calls: calls }: Pick<TurnRecord, 'model_calls'>) {
  return calls?.map(({ started_ms: _, duration_ms: __, ...call }) => call);
}

test('a run on cassettes gives the trials of the recorded run, without a request', async () => {
  const folder = emptyFolder();
  const recording = cassettesIn(folder, 'record');
  const recorded: Attempt[] = [];
  {
    await using world = await wired(looking, { cassettes: recording });
    const agent = world.agent();
    for (const plan of plans) recorded.push(await agent.attempt(plan, NEVER));
  }
  await recording.close();
  expect(recorded.map(({ end, replayed }) => ({ end, replayed }))).toEqual(
    plans.map(() => ({ end: { kind: 'completed' }, replayed: false })),
  );
  expect(readdirSync(folder).sort()).toEqual(['cancel.json', 'refund.json']);

  await using world = await wired(looking, { cassettes: cassettesIn(folder, 'strict') });
  const agent = world.agent();
  const replayed = await Promise.all(plans.map((plan) => agent.attempt(plan, NEVER)));
  expect(replayed.map(essence)).toEqual(recorded.map(essence));
  expect(replayed.every((attempt) => attempt.replayed)).toBe(true);
  expect(world.server.requests).toEqual([]);

  const { end, retry } = await agent.attempt(planOf('act refund twice', { id: 'refund' }), NEVER);
  expect(end).toEqual({
    kind: 'error',
    error: {
      class: 'replay_miss',
      message: expect.stringContaining(
        'differs from the nearest one stored for trial 1 of case "refund" at messages[0].content: sent "refund twice", stored "refund"',
      ),
    },
  });
  expect(retry).toBe(false);
});
