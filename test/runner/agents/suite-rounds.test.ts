import { expect, test } from 'vitest';
import { createRounds } from '#runner/agents/suite/rounds.ts';
import type { RanRound } from '#runner/agents/suite/run-round.ts';

function rounds(selects: boolean, places = 1) {
  const ran: string[] = [];
  let most = 0;
  let now = 0;
  const all = createRounds({ places, selects, signal: new AbortController().signal }, async (order) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    ran.push(`${order.number}.${order.fresh} ${order.names?.join('+') ?? 'all'}`);
    return NOTHING;
  });
  return { all, ran, most: () => most };
}

const NOTHING: RanRound = { round: { kind: 'cancelled' }, stderr: '', calls: null };

test('a round runs once for all tests, one round after the other', async () => {
  const { all, ran, most } = rounds(false);
  await Promise.all([1, 2].flatMap((number) => ['a', 'b', 'c'].map((name) => all.serve(name, number, 0))));
  expect([ran, most()]).toEqual([['1.0 all', '2.0 all'], 1]);
});

test('a row is served once: a test that comes again for a round is tried again in a fresh one', async () => {
  const { all, ran } = rounds(false);
  await all.whole(1);
  for (const name of ['a', 'b', 'a', 'b', 'a']) await all.serve(name, 1, 0);
  expect(ran).toEqual(['1.0 all', '1.1 all', '1.2 all']);
  await all.serve('a', 1, 1);
  expect(ran).toHaveLength(3);
});

test('tests that ask together share a round of these alone', async () => {
  const { all, ran } = rounds(true);
  await all.whole(1);
  await Promise.all(['a', 'b'].flatMap((name) => [1, 2, 3].map((number) => all.serve(name, number, 0))));
  expect(ran).toEqual(['1.0 all', '2.0 a+b', '3.0 a+b']);
});
