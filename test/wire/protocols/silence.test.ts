import { expect, test } from 'vitest';
import { modelCall } from '#test/wire/recorder/support.ts';
import { silenceFault, silentTime } from '#wire/protocols/silence.ts';

const LEFT = { kind: 'aborted', status: null, message: 'the client went away' } as const;

/** A call that the agent gave up at `end`, when nothing had come for `silent` milliseconds. */
const givenUp = (end: number, silent: number) =>
  modelCall({ fault: LEFT, answer: null, started_ms: end - silent - 5, latency_ms: silent + 5, silent_ms: silent });

test('the silence of a provider is the time in which nothing came for calls that were given up', () => {
  expect(silentTime([])).toBe(0);
  expect(silentTime([givenUp(30, 20), givenUp(60, 20)])).toBe(40);
  expect(silentTime([modelCall({ silent_ms: 50 })])).toBe(0);
});

test('calls side by side make no time longer', () => {
  expect(silentTime([givenUp(100, 60), givenUp(100, 60), givenUp(110, 60)])).toBe(70);
  expect(silentTime([givenUp(100, 90), givenUp(50, 10)])).toBe(90);
});

test('a call that was lost in another way, or waited for us, is no silence', () => {
  const network = { kind: 'network', status: null, message: 'lost' } as const;
  expect(silentTime([modelCall({ fault: network, answer: null, silent_ms: 50 })])).toBe(0);
  expect(silentTime([givenUp(100, 0)])).toBe(0);
});

test('silence of less than half of the time of a trial excuses nobody', () => {
  expect(silenceFault(29_999, 60_000)).toBeNull();
  expect(silenceFault(30_000, 60_000)).toMatchObject({ kind: 'provider' });
  expect(silenceFault(0, 60_000)).toBeNull();
});
