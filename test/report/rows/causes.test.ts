import { expect, test } from 'vitest';
import { causesOf } from '#report/causes.ts';
import { trialRecords } from '#test/support/results.ts';

const failed = (cause: string) => ({ outcome: 'failed', cause }) as const;

test('equal causes are one line, whatever addresses and numbers they hold, the most frequent first', () => {
  const cases = [
    { id: 'a', trials: trialRecords([failed('KeyError: 17'), failed('NameError: x'), {}]) },
    { id: 'b', trials: trialRecords([failed('NameError: x'), failed('NameError: x')]) },
    { id: 'c', trials: trialRecords([failed('KeyError: 4')]) },
  ];
  expect(causesOf(cases)).toEqual([
    { text: 'NameError: x', type: null, trials: 3, cases: ['a', 'b'] },
    { text: 'KeyError: 17', type: null, trials: 2, cases: ['a', 'c'] },
  ]);
});

test('what passed trials of the case say too is no cause', () => {
  const trials = trialRecords([failed('tool search: none found'), { cause: 'tool search: none found' }]);
  expect(causesOf([{ id: 'a', trials }])).toEqual([]);
});

test('errors and ends without an exception are named by what is known about them; a failed check is reported with its case', () => {
  const crash = {
    outcome: 'failed',
    failure: { kind: 'crash', message: 'the agent exited with code 3', output: 'x' },
  } as const;
  const error = { outcome: 'error', error: { class: 'network', message: 'reset' } } as const;
  const cut = { outcome: 'error', error: { class: 'budget', message: 'no more' } } as const;
  const trials = trialRecords([crash, error, cut, { outcome: 'failed' }]);
  expect(causesOf([{ id: 'a', trials }]).map(({ text }) => text)).toEqual([
    'network: reset',
    'the agent exited with code 3',
  ]);
});
