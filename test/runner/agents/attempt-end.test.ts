import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { attemptEnd } from '#runner/agents/turn/attempt-end.ts';
import type { Stop } from '#runner/agents/turn/stop.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';

const LIMITS = { trial_timeout_ms: 1000, max_tool_calls: null, max_steps: null };
const KEY = 'Qz7vK2mXb9TfLw4RnHc8YpDs';

test.each<[string, (text: string) => { readonly stop: Stop; readonly log: string }]>([
  [
    'standard error',
    (stderr) => ({ stop: { kind: 'exited', code: 1, signal: null, answered: false, stderr }, log: '' }),
  ],
  ['the log', (log) => ({ stop: { kind: 'timeout', printed: 'text' }, log })],
  ['an error', (message) => ({ stop: { kind: 'error', fault: 'agent', message }, log: '' })],
])('wherever %s is cut for a message, no piece of a secret is left', (_, endWith) => {
  const redact = secretRedactor([KEY]);
  always(
    fc.property(fc.constantFrom(300, 1500, 2000), fc.nat({ max: 30 }), (most, shift) => {
      const before = '.'.repeat(most - shift);
      for (const text of [`${before}${KEY}${before}`, `${KEY}${'.'.repeat(most - shift)}`]) {
        const { stop, log } = endWith(text);
        const message = redact(JSON.stringify(attemptEnd(stop, { limits: LIMITS, log })));
        const pieces = Array.from(KEY.slice(5), (_letter, at) => KEY.slice(at, at + 6));
        expect(pieces.filter((piece) => message.includes(piece))).toEqual([]);
      }
    }),
    { numRuns: tries(200) },
  );
});

test('the last lines of standard error say that there were more', () => {
  const stderr = Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n');
  const stop: Stop = { kind: 'exited', code: 1, signal: null, answered: false, stderr };
  expect(attemptEnd(stop, { limits: LIMITS }).end).toMatchObject({
    failure: {
      message: 'the agent exited with code 1 before it answered',
      output: expect.stringMatching(/^…\nline 2\n/),
    },
  });
});

const exited: Stop = { kind: 'exited', code: 1, signal: null, answered: false, stderr: 'KeyError' };
const errorOf = (fault: 'agent' | 'infra'): Stop => ({ kind: 'error', fault, message: 'no luck' });
const upstream = (kind: CallFault['kind']): CallFault => ({ kind, status: 529, message: 'overloaded' });
const refused = (kind: CallFault['kind']): Stop => ({ kind: 'refused', fault: upstream(kind) });
const limit: Stop = { kind: 'limit', limit: 'max_tool_calls', allowed: 1, reached: 2 };

test.each<[string, Stop, CallFault | null, string, boolean]>([
  ['a crash', exited, null, 'crash', false],
  ['a crash after an upstream fault', exited, upstream('provider'), 'provider', true],
  ['a time-out after a 429', { kind: 'timeout', printed: 'text' }, upstream('rate_limit'), 'rate_limit', true],
  [
    'an invalid answer after a lost connection',
    { kind: 'invalid', problem: 'x' },
    upstream('network'),
    'network',
    true,
  ],
  ['an error told after an upstream fault', errorOf('agent'), upstream('provider'), 'provider', true],
  ['an error of the surroundings without any', errorOf('infra'), null, 'crash', false],
  ['an answer despite an upstream fault', { kind: 'completed' }, upstream('provider'), 'completed', false],
  ['too many tool calls despite an upstream fault', limit, upstream('provider'), 'limit', false],
  ['a refusal for want of budget', refused('budget'), upstream('provider'), 'budget', false],
  ['a refusal for want of a cassette', refused('replay_miss'), null, 'replay_miss', false],
  ['a model call too many', refused('limit'), upstream('network'), 'limit', false],
  ['a cancelled run', { kind: 'cancelled' }, upstream('network'), 'cancelled', false],
])('%s of a recorded agent ends as it should', (_, stop, fault, expected, retry) => {
  const made = attemptEnd(stop, { limits: LIMITS, recorded: true, fault });
  const { end } = made;
  const kind = end.kind === 'failed' ? end.failure.kind : end.kind === 'error' ? end.error.class : end.kind;
  expect([kind, made.retry]).toEqual([expected, retry]);
});
