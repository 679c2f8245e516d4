import { expect, test } from 'vitest';
import { systemClock } from '#commands/terminal/clock.ts';

const never = new AbortController().signal;

test('a sleep of no time ends after what is happening now, and what that sets off at once', async () => {
  const order: string[] = [];
  setImmediate(() => {
    order.push('happening');
    setImmediate(() => order.push('set off'));
  });
  await systemClock.sleep(0, never).then(() => order.push('slept'));
  expect(order).toEqual(['happening', 'set off', 'slept']);
});

test('a sleep that is aborted ends early, without an error', async () => {
  const stop = new AbortController();
  const begun = systemClock.monotonic();
  const slept = systemClock.sleep(200_000, stop.signal);
  stop.abort();
  await slept;
  expect(systemClock.monotonic() - begun).toBeLessThan(100_000);
});
