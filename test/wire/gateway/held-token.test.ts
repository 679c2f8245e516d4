import { describe, expect, test } from 'vitest';
import type { ModelScript } from '#test/testing/providers/script.ts';
import type { Exchanged } from '#wire/gateway/federation/exchange.ts';
import { ExchangeError } from '#wire/gateway/federation/exchange-error.ts';
import { createHeldToken } from '#wire/gateway/federation/held-token.ts';
import { skippingClock } from './clocks.ts';
import { startScene } from './scene.ts';

/** A holder whose n-th exchange, from 1, fails when `fails` says so, and takes `takes_ms`. */
function hold(life_ms: number, { fails = (_: number): boolean => false, takes_ms = 0, refused = false } = {}) {
  const clock = skippingClock();
  const at: number[] = [];
  let open = 0;
  let most = 0;
  const exchange = async (): Promise<Exchanged> => {
    at.push(clock.monotonic());
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    clock.advance(takes_ms);
    open -= 1;
    if (fails(at.length)) throw new ExchangeError(`failure ${at.length}`, refused);
    return { token: `token ${at.length}`, life_ms };
  };
  const held = createHeldToken(exchange, clock);
  return { held, clock, at, most: () => most };
}

/** Lets what goes on behind the scenes go on. */
async function settle() {
  for (let round = 0; round < 50; round += 1) await new Promise(setImmediate);
}

describe('a held token', () => {
  test.each([
    ['an hour', 3_600_000, 3_480_000, 3_570_000],
    ['five minutes', 300_000, 180_000, 270_000],
    ['two minutes', 120_000, 60_000, 90_000],
    ['five seconds', 5000, 2500, 3750],
  ])('that lives %s is renewed behind the scenes, and waited for in its last part', async (_, life, renew, wait) => {
    const { held, clock, at } = hold(life);
    expect(await held.current()).toBe('token 1');
    clock.advance(renew - 1);
    expect(await held.current()).toBe('token 1');
    await settle();
    expect(at).toHaveLength(1);
    clock.advance(1);
    expect(await held.current()).toBe('token 1');
    await settle();
    expect(await held.current()).toBe('token 2');
    clock.advance(wait);
    expect(await held.current()).toBe('token 3');
    expect(at).toEqual([0, renew, renew + wait]);
  });

  test('is exchanged once for all who ask at the same time', async () => {
    const { held, clock, at, most } = hold(60_000);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, held.current)))).toEqual(new Set(['token 1']));
    clock.advance(59_999);
    await Promise.all(Array.from({ length: 50 }, held.current));
    expect([at.length, most()]).toEqual([2, 1]);
  });

  test('counts the time that its exchange took as lived', async () => {
    const { held, clock, at } = hold(60_000, { takes_ms: 9000 });
    await held.current();
    clock.advance(36_000);
    expect(await held.current()).toBe('token 2');
    expect(at).toEqual([0, 45_000]);
  });

  test('goes on while exchanges fail, until it has ended and three in a row have', async () => {
    let fails = (count: number) => count > 1 && count < 6;
    const { held, clock } = hold(300_000, { fails: (count) => fails(count) });
    await held.current();
    clock.advance(180_000);
    expect(await held.current()).toBe('token 1');
    await settle();
    expect(await held.current()).toBe('token 6');
    fails = (count) => count > 6;
    clock.advance(299_000);
    const last = await held.current().catch((error: Error) => error.message);
    expect(last).toMatch(/^failure (?:9|1\d)$/);
    fails = () => false;
    expect(await held.current()).toMatch(/^token /);
  });

  test('that there never was is tried for three times, or once where it is refused', async () => {
    const failing = hold(300_000, { fails: () => true });
    await expect(failing.held.current()).rejects.toThrow('failure 3');
    const refused = hold(300_000, { fails: () => true, refused: true });
    await expect(refused.held.current()).rejects.toThrow('failure 1');
    expect(refused.at).toHaveLength(1);
  });

  test('is taken when a request leaves, not before it waits for its turn', async () => {
    const { held, clock } = hold(60_000);
    const busy: ModelScript = ({ count }) =>
      count === 1 ? { fault: { status: 429, retry_after: 50 } } : { text: 'Sunny.' };
    await using scene = await startScene(busy, { held, clock });
    let other: Promise<unknown> | null = null;
    const onWait = () => {
      if (scene.server.requests.length === 1) other ??= scene.ask();
    };
    await scene.ask({ context: { onWait } });
    await other;
    const tokens = scene.server.requests.map(({ headers }) => headers['authorization']);
    expect(tokens).toEqual(['Bearer token 1', 'Bearer token 2', 'Bearer token 2']);
  });

  test('that was refused is replaced once for all who had it, and can still be taken out of answers', async () => {
    const { held, at } = hold(300_000);
    const token = await held.current();
    const another = () => {
      held.refuse(token);
      return held.current();
    };
    expect(await Promise.all([another(), another()])).toEqual(['token 2', 'token 2']);
    expect(await another()).toBe('token 2');
    expect(at).toHaveLength(2);
    expect(held.recent()).toEqual(['token 2', 'token 1']);
  });
});
