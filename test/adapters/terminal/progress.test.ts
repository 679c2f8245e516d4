import { expect, test } from 'vitest';
import { figures, terminalProgress } from '#adapters/terminal/progress.ts';

const STATE = { done: 1, total: 1, passed: 1, failed: 0, errors: 0, tokens: null, cost_usd: null };

test('one trial is one trial, one error one error', () => {
  const written: string[] = [];
  const stream = Object.assign(Object.create(process.stderr), {
    isTTY: false,
    write: (text: string) => written.push(text) > 0,
  });
  const progress = terminalProgress(stream, () => 0);
  progress.start(1);
  progress.trial(STATE);
  progress.start(2);
  progress.trial({ ...STATE, done: 2, total: 2, errors: 1 });
  expect(written).toEqual([
    '1 trial to run\n',
    '1/1 trial · 1 passed · 0 failed\n',
    '2 trials to run\n',
    '2/2 trials · 1 passed · 0 failed · 1 error\n',
  ]);
  expect(figures({ ...STATE, errors: 2 })).toBe('1 passed · 0 failed · 2 errors');
});
