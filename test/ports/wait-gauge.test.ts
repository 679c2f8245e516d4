import { expect, test } from 'vitest';
import { createWaitGauge } from '#ports/wait-gauge.ts';

test('waits at the same time count once, one under way counts so far, and none after the stop', () => {
  let now = 0;
  const gauge = createWaitGauge({ monotonic: () => now });
  const at = (time: number, act: () => void) => {
    now = time;
    act();
    return gauge.total();
  };
  expect([
    at(10, () => gauge.note(true)),
    at(15, () => gauge.note(true)),
    at(20, () => gauge.note(false)),
    at(30, () => gauge.note(false)),
    at(50, () => gauge.note(true)),
    at(57, () => gauge.stop()),
    at(99, () => gauge.note(false)),
  ]).toEqual([0, 5, 10, 20, 20, 27, 27]);
});
