import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

/** A call of a recorded trial. */
const called = (name: string, args: object = {}) => ({ name, arguments: args, status: 'ok', result: null });
const turn = (...calls: readonly object[]) => ({ output: 'done', tool_calls: calls });

test.each([
  [
    'two calls of one tool of which the second is wrong: the second',
    { input: 'x', expect: { tools: { calls: [refund(1), refund(2)] } } },
    { output: 'done', tool_calls: [called('refund', { id: 1 }), called('refund', { id: 9 })] },
    /▸ 2 refund \{"id":2\} +2 refund \{"id":9\}/,
  ],
  [
    'a call of three in any order that was not made: that one',
    { input: 'x', expect: { tools: ['a', 'b', 'c'] } },
    { output: 'done', tool_calls: [called('c'), called('b')] },
    /▸ 1 a +\(no call\)\n +2 b +2 b \{\}\n +3 c +1 c \{\}/,
  ],
  [
    'a wrong call of the first of three turns: that turn',
    {
      turns: [
        { input: 'x', expect: { tools: { calls: [refund(1)] } } },
        { input: 'y', expect: { tools: ['b'] } },
        { input: 'z', expect: { tools: ['c'] } },
      ],
    },
    { turns: [turn(called('refund', { id: 9 })), turn(called('b')), turn(called('c'))] },
    /▸ 1 turn 1: refund \{"id":1\} +1 turn 1: refund \{"id":9\}/,
  ],
])('the terminal points at %s', async (_, facts, recorded, mark) => {
  await using folder = await folderWith({
    'agent-eval.yml': 'version: 1\nagent: {recorded: trials.jsonl}\ncases: [cases.yml]\ntrials: 1\n',
    'cases.yml': JSON.stringify({ cases: [{ id: 'one', ...facts }] }),
    'trials.jsonl': `${JSON.stringify({ case_id: 'one', ...recorded })}\n`,
  });
  const { stdout, stderr } = await folder.cli(['run']);
  expect(stdout, stderr).toMatch(mark);
  expect(stdout.match(/▸/g)).toHaveLength(1);
});

function refund(id: number) {
  return { name: 'refund', args: { id } };
}
