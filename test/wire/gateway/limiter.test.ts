import { expect, test } from 'vitest';
import { createLimiter, type Limiter, type Slot } from '#wire/gateway/sending/limiter.ts';
import { skippingClock, standingClock } from './clocks.ts';

const never = new AbortController().signal;

/** As many slots as there are at once. */
function fill(limiter: Limiter, most: number): Slot[] {
  const slots: Slot[] = [];
  for (let slot = limiter.tryEnter(); slot !== null && slots.length < most; slot = limiter.tryEnter()) slots.push(slot);
  return slots;
}

function capacity(limiter: Limiter): number {
  const slots = fill(limiter, 1000);
  for (const slot of slots) slot.release({ kind: 'unanswered' });
  return slots.length;
}

const refuse = (slot: Slot | undefined, wait_ms = 1000) => slot?.release({ kind: 'refused', wait_ms });
const answer = (slot: Slot | undefined) => slot?.release({ kind: 'answered' });

function limiterOf() {
  const clock = skippingClock();
  return { clock, limiter: createLimiter(clock, never) };
}

test('nothing is limited until the host refuses', () => {
  expect(capacity(limiterOf().limiter)).toBe(1000);
});

test.each([
  { sent: 20, refused: 10, left: 10 },
  { sent: 20, refused: 1, left: 19 },
  { sent: 20, refused: 5, left: 15 },
  { sent: 20, refused: 19, left: 10 },
  { sent: 3, refused: 3, left: 1 },
  { sent: 1, refused: 1, left: 1 },
])('of $sent in flight $refused are refused: $left remain, never less than half', ({ sent, refused, left }) => {
  const { clock, limiter } = limiterOf();
  const slots = Array.from({ length: sent }, () => limiter.tryEnter());
  for (const slot of slots.slice(0, refused)) refuse(slot ?? undefined);
  for (const slot of slots.slice(refused)) slot?.release({ kind: 'unanswered' });
  clock.advance(1000);
  expect(capacity(limiter)).toBe(left);
});

test('refusals that go on halve again, down to one', () => {
  const { clock, limiter } = limiterOf();
  const left: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (const slot of round === 0 ? Array.from({ length: 32 }, () => limiter.tryEnter()) : fill(limiter, 32))
      refuse(slot ?? undefined);
    clock.advance(1000);
    left.push(capacity(limiter));
  }
  expect(left).toEqual([16, 8, 4, 2, 1, 1]);
});

test('a limit found by counting is held, then raised by one for as many answers as it lets through', () => {
  const { clock, limiter } = limiterOf();
  const slots = Array.from({ length: 12 }, () => limiter.tryEnter());
  refuse(slots[0] ?? undefined);
  refuse(slots[1] ?? undefined);
  for (const slot of slots.slice(2)) answer(slot ?? undefined);
  expect(capacity(limiter)).toBe(10);
  for (let at = 0; at < 100; at += 1) answer(limiter.tryEnter() ?? undefined);
  expect(capacity(limiter)).toBe(10);
  clock.advance(2000);
  answer(limiter.tryEnter() ?? undefined);
  expect(capacity(limiter)).toBe(11);
  for (let at = 0; at < 11; at += 1) answer(limiter.tryEnter() ?? undefined);
  expect(capacity(limiter)).toBe(12);
});

test('a limit found by halving is a guess: it is raised at once', () => {
  const { clock, limiter } = limiterOf();
  for (const slot of Array.from({ length: 8 }, () => limiter.tryEnter())) refuse(slot ?? undefined);
  clock.advance(1000);
  for (let at = 0; at < 4; at += 1) answer(limiter.tryEnter() ?? undefined);
  expect(capacity(limiter)).toBe(5);
});

test('a refusal with nothing else in flight stops the host until the time it named', () => {
  const { clock, limiter } = limiterOf();
  refuse(limiter.tryEnter() ?? undefined, 5000);
  expect(limiter.tryEnter()).toBeNull();
  clock.advance(4999);
  expect(limiter.tryEnter()).toBeNull();
  clock.advance(1);
  expect(limiter.tryEnter()).not.toBeNull();
});

test('a refusal among others in flight stops none of them', () => {
  const { limiter } = limiterOf();
  const slots = [limiter.tryEnter(), limiter.tryEnter(), limiter.tryEnter()];
  refuse(slots[0] ?? undefined, 5000);
  answer(slots[1] ?? undefined);
  expect(limiter.tryEnter()).not.toBeNull();
});

test('waiting calls are served in the order in which they came', async () => {
  const { limiter } = limiterOf();
  const slots = [limiter.tryEnter(), limiter.tryEnter()];
  refuse(slots[0] ?? undefined);
  const served: string[] = [];
  const waiting = ['first', 'second', 'third'].map(async (name) => {
    const slot = await limiter.enter(never);
    served.push(name);
    answer(slot ?? undefined);
  });
  expect(limiter.tryEnter()).toBeNull();
  answer(slots[1] ?? undefined);
  await Promise.all(waiting);
  expect(served).toEqual(['first', 'second', 'third']);
});

test('a call that leaves the queue gets nothing, and holds up no other', async () => {
  const { limiter } = limiterOf();
  const slots = [limiter.tryEnter(), limiter.tryEnter()];
  refuse(slots[0] ?? undefined);
  const leaving = new AbortController();
  const left = limiter.enter(leaving.signal);
  const next = limiter.enter(never);
  leaving.abort();
  expect(await left).toBeNull();
  answer(slots[1] ?? undefined);
  expect(await next).not.toBeNull();
  expect(await limiter.enter(AbortSignal.abort())).toBeNull();
});

test('waiters of a host that was stopped go on by themselves', async () => {
  const { limiter } = limiterOf();
  refuse(limiter.tryEnter() ?? undefined, 5000);
  expect(await limiter.enter(never)).not.toBeNull();
});

test('a timer that rings a moment early leaves nobody waiting', async () => {
  const limiter = createLimiter({ now: () => 0, monotonic: () => 0, sleep: async () => undefined }, never);
  refuse(limiter.tryEnter() ?? undefined, 5000);
  expect(await limiter.enter(never)).not.toBeNull();
});

test('how long everything has been refused is known, and forgotten with the next answer', () => {
  const { clock, limiter } = limiterOf();
  expect(limiter.unavailableFor()).toBe(0);
  refuse(limiter.tryEnter() ?? undefined);
  clock.advance(3000);
  refuse(limiter.tryEnter() ?? undefined);
  expect(limiter.unavailableFor()).toBe(3000);
  clock.advance(1000);
  answer(limiter.tryEnter() ?? undefined);
  expect(limiter.unavailableFor()).toBe(0);
});

test('a stopped host does not outlive the gateway', async () => {
  const closing = new AbortController();
  const limiter = createLimiter(standingClock(), closing.signal);
  refuse(limiter.tryEnter() ?? undefined, 5000);
  const waiting = limiter.enter(AbortSignal.any([closing.signal]));
  closing.abort();
  expect(await waiting).toBeNull();
});
