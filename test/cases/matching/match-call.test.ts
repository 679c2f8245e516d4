import { expect, test } from 'vitest';
import { type CallMade, type CallPattern, matchCall } from '#cases/matching/match-call.ts';

const pattern: CallPattern = { name: 'refund', args: { id: 'A1' }, args_match: 'exact', status: null };
const made: CallMade = { name: 'refund', arguments: { id: 'A1' }, status: null };

test.each<{ name: string; expected: Partial<CallPattern>; actual: Partial<CallMade> }>([
  { name: 'equal calls', expected: {}, actual: {} },
  { name: 'no args: the name only', expected: { args: null }, actual: { arguments: { x: 1 } } },
  { name: 'args_match ignore: the name only', expected: { args_match: 'ignore' }, actual: { arguments: { x: 1 } } },
  {
    name: 'args_match includes: further arguments',
    expected: { args_match: 'includes' },
    actual: { arguments: { id: 'A1', x: 1 } },
  },
  { name: 'empty args and no arguments', expected: { args: {} }, actual: { arguments: {} } },
  { name: 'status null: any', expected: {}, actual: { status: 'error' } },
  { name: 'the demanded status', expected: { status: 'error' }, actual: { status: 'error' } },
])('$name', ({ expected, actual }) => {
  expect(matchCall({ ...pattern, ...expected }, { ...made, ...actual })).toBeNull();
});

test.each<{ name: string; expected: Partial<CallPattern>; actual: Partial<CallMade>; code: string; path: string }>([
  {
    name: 'another name comes before everything',
    expected: { status: 'ok' },
    actual: { name: 'lookup', arguments: {} },
    code: 'wrong_name',
    path: '',
  },
  {
    name: 'a wrong argument comes before the status',
    expected: { status: 'ok' },
    actual: { arguments: { id: 'A2' } },
    code: 'wrong_value',
    path: 'id',
  },
  {
    name: 'args_match exact: a further argument',
    expected: {},
    actual: { arguments: { id: 'A1', x: 1 } },
    code: 'unexpected_argument',
    path: 'x',
  },
  {
    name: 'args_match includes: a missing argument',
    expected: { args_match: 'includes' },
    actual: { arguments: { x: 1 } },
    code: 'missing_argument',
    path: 'id',
  },
  { name: 'empty args and an argument', expected: { args: {} }, actual: {}, code: 'unexpected_argument', path: 'id' },
  { name: 'another status', expected: { status: 'ok' }, actual: { status: 'error' }, code: 'wrong_status', path: '' },
  { name: 'no result was seen', expected: { status: 'ok' }, actual: {}, code: 'wrong_status', path: '' },
])('$name', ({ expected, actual, code, path }) => {
  expect(matchCall({ ...pattern, ...expected }, { ...made, ...actual })).toMatchObject({ code, path });
});
