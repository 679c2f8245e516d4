import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTurnClock } from '#runner/agents/turn/turn-clock.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Before a clock expires, what has arrived is read: a millisecond of the fake clock. */
const LAST_LOOK = 1;

/** A clock with a limit of one second, beside calls that wait when told to. */
function clocked() {
  let waited = 0;
  let since: number | null = null;
  const expired: number[] = [];
  const began = performance.now();
  const now = () => performance.now() - began;
  const clock = startTurnClock(
    1_000,
    () => waited + (since === null ? 0 : now() - since),
    () => expired.push(now()),
  );
  return {
    clock,
    expired,
    wait() {
      since = now();
    },
    goOn() {
      if (since !== null) waited += now() - since;
      since = null;
    },
  };
}

test('a clock expires once, when its limit has passed', () => {
  const { clock, expired } = clocked();
  vi.advanceTimersByTime(999);
  expect([expired, clock.elapsed()]).toEqual([[], 999]);
  vi.advanceTimersByTime(5_000);
  expect(expired).toEqual([1_000 + LAST_LOOK]);
});

test('while calls wait the clock stands still', () => {
  const { clock, expired, wait, goOn } = clocked();
  vi.advanceTimersByTime(400);
  wait();
  vi.advanceTimersByTime(5_000);
  goOn();
  expect([expired, clock.elapsed()]).toEqual([[], 400]);
  vi.advanceTimersByTime(590);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(30);
  expect(expired).toHaveLength(1);
});

test('a clock that is started again forgets what was, waiting too', () => {
  const { clock, expired, wait, goOn } = clocked();
  wait();
  vi.advanceTimersByTime(700);
  goOn();
  vi.advanceTimersByTime(200);
  clock.restart();
  expect(clock.elapsed()).toBe(0);
  vi.advanceTimersByTime(999);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1 + LAST_LOOK);
  expect(expired).toHaveLength(1);
});
