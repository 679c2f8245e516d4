import { expect, test } from 'vitest';
import { createSemaphore } from '#process/semaphore.ts';

const NEVER = new AbortController().signal;

test('as many as there are places for are inside, the others follow in the order in which they came', async () => {
  const semaphore = createSemaphore(2);
  const seen: string[] = [];
  const enter = async (name: string) => {
    const leave = await semaphore.enter(NEVER);
    seen.push(name);
    return () => leave?.();
  };
  const leaveA = await enter('a');
  const leaveB = await enter('b');
  const [c, d] = [enter('c'), enter('d')];
  expect(seen).toEqual(['a', 'b']);
  leaveB();
  const leaveC = await c;
  expect(seen).toEqual(['a', 'b', 'c']);
  leaveB();
  leaveC();
  await d;
  expect(seen, 'who leaves twice makes room once').toEqual(['a', 'b', 'c', 'd']);
  leaveA();
});

test('a request for all places waits until every place is free, and nobody overtakes it', async () => {
  const semaphore = createSemaphore(2);
  const seen: string[] = [];
  const leave = await semaphore.enter(NEVER);
  const whole = semaphore.enter(NEVER, 'all').then((leaveAll) => {
    seen.push('all');
    return leaveAll;
  });
  const later = semaphore.enter(NEVER).then(() => seen.push('one'));
  await new Promise(setImmediate);
  expect(seen).toEqual([]);
  leave?.();
  const leaveAll = await whole;
  await new Promise(setImmediate);
  expect(seen).toEqual(['all']);
  leaveAll?.();
  await later;
  expect(seen).toEqual(['all', 'one']);
});

test('who gives up while waiting is passed over', async () => {
  const semaphore = createSemaphore(1);
  const leave = await semaphore.enter(NEVER);
  const impatient = new AbortController();
  const gone = semaphore.enter(impatient.signal, 'all');
  const next = semaphore.enter(NEVER);
  impatient.abort(new Error('gone'));
  await expect(gone).resolves.toBeNull();
  leave?.();
  await expect(next).resolves.toBeTypeOf('function');
  await expect(semaphore.enter(impatient.signal)).resolves.toBeNull();
});
