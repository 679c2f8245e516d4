import { expect, test } from 'vitest';
import { systemClock } from '#commands/terminal/clock.ts';

test('a sleep that is aborted ends early, without an error', async () => {
  const stop = new AbortController();
  const begun = systemClock.monotonic();
  const slept = systemClock.sleep(200_000, stop.signal);
  stop.abort();
  await slept;
  expect(systemClock.monotonic() - begun).toBeLessThan(100_000);
});
