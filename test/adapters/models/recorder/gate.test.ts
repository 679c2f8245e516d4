import { expect, test } from 'vitest';
import { createGate } from '#adapters/models/recorder/gate.ts';

const NEVER = new AbortController().signal;

test('as many as there is room for are inside, the others follow in the order in which they came', async () => {
  const gate = createGate(2);
  const seen: string[] = [];
  const enter = async (name: string) => {
    const leave = await gate.enter(NEVER);
    seen.push(name);
    return leave;
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

test('who gives up while waiting is passed over', async () => {
  const gate = createGate(1);
  const leave = await gate.enter(NEVER);
  const impatient = new AbortController();
  const gone = gate.enter(impatient.signal);
  const next = gate.enter(NEVER);
  impatient.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  leave();
  await expect(next).resolves.toBeTypeOf('function');
  await expect(gate.enter(impatient.signal)).rejects.toThrow('gone');
});
