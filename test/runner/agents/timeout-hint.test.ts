import { expect, test } from 'vitest';
import type { TimedOut } from '#runner/agents/turn/reply.ts';
import { timeoutHint } from '#runner/agents/turn/timeout-hint.ts';

const FLUSH = /did you flush stdout\?/;
const LOOP = /^\. 7 model calls were made in that time; if it is looping, limits\.max_steps can end the turn/;

test.each<[string, TimedOut['printed'], number, RegExp]>([
  ['a silent worker without model calls may not flush, or be no worker', 'nothing', 0, /flush.*mode: one-shot$/],
  ['a silent worker with one model call may not flush', 'nothing', 1, /^\. It printed nothing.*flush.*terminal\)$/],
  ['a silent worker with many model calls may be in a loop', 'nothing', 7, LOOP],
  ['a one-shot program with many model calls may be in a loop', 'elsewhere', 7, LOOP],
  [
    'a program that printed may be in a loop too, and its last line is shown',
    'text',
    7,
    /can end the turn; last line: thinking$/,
  ],
  ['an answer without the id stays the reason', 'stray_json', 7, /^\. It printed JSON.*must repeat the id/],
  ['a one-shot program that printed text has not ended', 'unended', 0, /did not end/],
])('%s', (_, printed, calls, hint) => {
  expect(timeoutHint(printed, calls, 'thinking\n')).toMatch(hint);
});

test.each<TimedOut['printed']>(['elsewhere', 'unended', 'text', 'stray_json'])(
  'flushing is no reason where %s was seen',
  (printed) => {
    expect(timeoutHint(printed, 0, '')).not.toMatch(FLUSH);
  },
);
