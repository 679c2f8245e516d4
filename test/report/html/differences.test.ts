import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignTrials } from '#report/html/align/align-trials.ts';
import { lineDiff } from '#report/html/align/line-diff.ts';
import { requestDiff } from '#report/html/align/request-diff.ts';
import { expectedMarks } from '#report/html/data/expected-marks.ts';
import { always } from '#test/support/always.ts';
import type { ModelCallRecord } from '#trials/trial/model-call-record.ts';
import { MUG } from '../shop.ts';
import { madeCall, wholeTrajectory } from './shop-html.ts';

const text = fc
  .array(fc.constantFrom('one two', 'one three', '', 'four', 'a, b'), { maxLength: 8 })
  .map((lines) => lines.join('\n'));

describe('the lines of two texts', () => {
  test('give back both texts', () => {
    always(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after);
        const side = (kind: 'removed' | 'added') =>
          lines
            .flatMap((line) =>
              line.kind === 'same'
                ? [line.text]
                : line.kind === kind
                  ? [line.words.map((word) => word.text).join('')]
                  : [],
            )
            .join('\n');
        expect(side('removed')).toBe(before);
        expect(side('added')).toBe(after);
      }),
    );
  });

  test('say which words of a line changed', () => {
    const words = lineDiff('a\nRefund only the mug.', 'a\nRefund the whole mug.').map((line) =>
      line.kind === 'same' ? line.text : line.words.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(''),
    );
    expect(words).toEqual(['a', 'Refund [only ]the mug.', 'Refund the [whole ]mug.']);
    expect(lineDiff('yes', 'no')).toEqual([
      { kind: 'removed', words: [{ text: 'yes', changed: true }] },
      { kind: 'added', words: [{ text: 'no', changed: true }] },
    ]);
  });

  test('of texts with too many lines are all of one, then all of the other', () => {
    const long = (word: string) => Array.from({ length: 2000 }, (_, index) => `${word} ${index}`).join('\n');
    const kinds = lineDiff(long('a'), long('b')).map(({ kind }) => kind);
    expect([kinds.lastIndexOf('removed'), kinds.indexOf('added'), kinds.length]).toEqual([1999, 2000, 4000]);
  });
});

describe('what the model was shown', () => {
  const model = (step: number, ...request: string[]): ModelCallRecord => ({
    step,
    model: null,
    started_ms: step,
    duration_ms: 1,
    usage: null,
    request,
  });
  const trial = (amount: number, prompt: string) =>
    wholeTrajectory({
      tool_calls: [madeCall('look', {}, { step: 1 }), madeCall('pay', { amount }, { step: 2 })],
      model_calls: [model(1, prompt, 'tool', 'ask'), model(2, prompt, 'tool', 'ask', 'found'), model(3, prompt)],
    }).trajectory;
  const facts = (hash: string) =>
    hash.startsWith('prompt')
      ? ({ kind: 'system', label: '' } as const)
      : hash === 'tool'
        ? ({ kind: 'tool', label: 'look' } as const)
        : ({ kind: 'message', label: 'user' } as const);

  test('is compared in the request that led to the first different call', () => {
    expect(requestDiff(alignTrials(trial(1, 'prompt 1'), trial(2, 'prompt 2')), facts)).toEqual({
      turn: 1,
      step: 2,
      same: 3,
      changes: [{ kind: 'system', label: '', main: 'prompt 1', here: 'prompt 2' }],
    });
  });

  test('is compared in the last request both made if all calls are the same', () => {
    expect(requestDiff(alignTrials(trial(1, 'prompt 1'), trial(1, 'prompt 1')), facts)).toEqual({
      turn: 1,
      step: 3,
      same: 1,
      changes: [],
    });
  });

  test('is unknown where a side was not recorded', () => {
    const silent = wholeTrajectory({ tool_calls: [madeCall('pay', { amount: 3 })] }).trajectory;
    expect(requestDiff(alignTrials(trial(1, 'prompt 1'), silent), facts)).toBeNull();
  });
});

describe('expected calls', () => {
  const refund = (amount: unknown, more = {}) =>
    madeCall('issue_refund', { order_id: 'A89268', amount: amount as never, ...more });

  test('are marked with the call that fulfils them', () => {
    const { trajectory } = wholeTrajectory({
      tool_calls: [refund(19.99), madeCall('lookup_order', { order_id: 'A89268' })],
    });
    expect(expectedMarks(MUG, trajectory)?.map(({ name, call, differences }) => [name, call, differences])).toEqual([
      ['lookup_order', 1, []],
      ['issue_refund', 0, []],
    ]);
  });

  test('say what differs argument by argument, with types', () => {
    const { trajectory } = wholeTrajectory({ tool_calls: [refund('19.99', { note: 'x' })] });
    expect(expectedMarks(MUG, trajectory)).toMatchObject([
      { name: 'lookup_order', call: null, differences: [] },
      {
        name: 'issue_refund',
        args: expect.stringContaining('about 19.99'),
        call: 0,
        differences: [
          { path: 'amount', code: 'wrong_type', expected: 'about 19.99', types: 'got text' },
          { path: 'note', code: 'unexpected_argument', actual: 'x', types: null },
        ],
      },
    ]);
  });

  test('say that a call failed which had to succeed', () => {
    const { trajectory } = wholeTrajectory({ tool_calls: [{ ...refund(19.99), status: 'error' }] });
    expect(expectedMarks(MUG, trajectory)?.[1]?.differences).toEqual([
      { path: '', code: 'wrong_status', expected: '"ok"', actual: 'error', types: null },
    ]);
  });
});
