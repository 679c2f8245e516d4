import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptEnd } from '#adapters/agents/attempt-end.ts';
import type { Stop } from '#adapters/agents/converse.ts';
import { secretRedactor } from '#domain/report/redaction.ts';

const LIMITS = { trial_timeout_ms: 1000, max_tool_calls: null, max_steps: null };
const KEY = 'Qz7vK2mXb9TfLw4RnHc8YpDs';

test.each<[string, (said: string) => { readonly stop: Stop; readonly log: string }]>([
  [
    'standard error',
    (stderr) => ({ stop: { kind: 'exited', code: 1, signal: null, answered: false, stderr }, log: '' }),
  ],
  ['the log', (log) => ({ stop: { kind: 'timeout', printed: 'text' }, log })],
  ['an error', (message) => ({ stop: { kind: 'error', fault: 'agent', message }, log: '' })],
])('wherever %s is cut for a message, no piece of a secret is left', (_, said) => {
  const redact = secretRedactor([KEY]);
  fc.assert(
    fc.property(fc.constantFrom(300, 1500, 2000), fc.nat({ max: 30 }), (most, shift) => {
      const before = '.'.repeat(most - shift);
      for (const text of [`${before}${KEY}${before}`, `${KEY}${'.'.repeat(most - shift)}`]) {
        const { stop, log } = said(text);
        const message = redact(JSON.stringify(attemptEnd(stop, { limits: LIMITS, log })));
        const pieces = Array.from(KEY.slice(5), (_letter, at) => KEY.slice(at, at + 6));
        expect(pieces.filter((piece) => message.includes(piece))).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});

test('the last lines of standard error say that there were more', () => {
  const stderr = Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n');
  const stop: Stop = { kind: 'exited', code: 1, signal: null, answered: false, stderr };
  expect(attemptEnd(stop, { limits: LIMITS }).end).toMatchObject({
    failure: { message: expect.stringContaining('stderr:\n…\nline 2\n') },
  });
});
