import { expect, test } from 'vitest';
import { createPace } from '#runner/run-candidate.ts';

test('work is followed by nine times as long without it', () => {
  let now = 0;
  const pace = createPace({ monotonic: () => now });
  expect(pace.isRested()).toBe(true);
  const done = pace.spend(() => {
    now += 100;
    return 'done';
  });
  expect(done).toBe('done');
  now = 999;
  expect(pace.isRested()).toBe(false);
  now = 1000;
  expect(pace.isRested()).toBe(true);
});

test('work that fails took its time as well', () => {
  let now = 0;
  const pace = createPace({ monotonic: () => now });
  const fail = () =>
    pace.spend(() => {
      now += 1;
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  expect(pace.isRested()).toBe(false);
});
