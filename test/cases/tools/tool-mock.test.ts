import { describe, expect, it } from 'vitest';
import type { MockRow } from '#cases/tools/tool-mock.ts';
import { answerOf } from '#cases/tools/tool-mock.ts';

const value = (text: string) => ({ kind: 'value', value: text }) as const;

const rows: readonly MockRow[] = [
  { args: { id: 'A1', amount: { $approx: 19.99 } }, answer: value('refund') },
  { args: { id: { $matches: '^A' } }, answer: value('any A') },
  { args: { id: { $absent: true } }, answer: value('no id') },
];

describe('the table of a mocked tool', () => {
  it.each([
    [{ id: 'A1', amount: 19.99 }, 'refund'],
    [{ id: 'A1', amount: 19.99, note: 'further arguments are allowed' }, 'refund'],
    [{ id: 'A1', amount: 5 }, 'any A'],
    [{}, 'no id'],
  ])('the first row that is for %j answers', (args, answer) => {
    expect(answerOf(rows, args)).toEqual(value(answer));
  });

  it('no row, no answer', () => {
    expect(answerOf(rows, { id: 'B1' })).toBeNull();
  });

  it('a row without arguments is for all', () => {
    expect(answerOf([{ args: null, answer: value('x') }], { anything: [1] })).toEqual(value('x'));
  });
});
