import { expect, test } from 'vitest';
import { strayCalls } from '#runner/agents/turn/stray-calls.ts';

test('the advice for a crash follows from what came through the recorder, and from what the agent says', () => {
  const failed = 'openai.AuthenticationError: Error code: 401';
  expect(strayCalls(null, failed)).toContain('write `record: true`');
  expect(strayCalls(true, failed)).toContain('it went past the recorder');
  expect(strayCalls(true, '{"status":401,"type":"error"}')).toContain('it went past the recorder');
  expect(strayCalls(false, failed)).toContain('no model call came through the recorder');
});

test.each([
  'KeyError: 401k_plan',
  'AssertionError: expected 14012 rows',
  'RangeError at line 1.401',
  'import a_missing_module  # noqa: F401',
  'File "main.py", line 401, in answer',
  'at answer (file:///app/agent.mjs:401:12)',
  'ConnectionResetError: the database went away',
])('%s says nothing of a model', (text) => {
  expect([null, true, false].map((seen) => strayCalls(seen, text)).join('')).toBe('');
});
