import { expect, test } from 'vitest';
import { barLine, figures, terminalProgress } from '#adapters/terminal/progress.ts';

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

test('while a run is starting nobody knows how long it takes', () => {
  expect(barLine(null, { progress: 0, eta: 0, total: 6 })).toMatch(/░ 0\/6 trials · starting$/);
  expect(barLine(null, { progress: 0, eta: Number.NaN, total: 6 })).not.toContain('left');
});

test('a terminal of 80 columns shows how long and how much, and cuts neither', () => {
  const state = {
    ...STATE,
    done: 123,
    total: 456,
    passed: 100,
    failed: 20,
    errors: 3,
    tokens: 1_234_567,
    cost_usd: 1.23,
  };
  const line = barLine(state, { progress: 0.27, eta: 200, total: 456 }, 80);
  expect(line.slice(0, 80)).toMatch(/123\/456 trials · 3 min 20 s left · \$1\.23 · 100 passed · 20 failed/);
});
