import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { always } from '#test/support/always.ts';

const issue = {
  severity: 'error',
  file: 'agent-eval.yml',
  line: 3,
  column: 9,
  path: 'agent.mode',
  message: 'has no effect',
} as const;

test('an issue is one line that editors can jump to', () => {
  expect(formatIssue(issue)).toBe('agent-eval.yml:3:9: agent.mode: has no effect');
});

test('text of the file can neither start a line nor turn the direction of writing', () => {
  expect(formatIssue({ ...issue, message: 'a\n::error::b\u202ec\u0007' })).toBe(
    'agent-eval.yml:3:9: agent.mode: a\\u000a::error::b\\u202ec\\u0007',
  );
  always(
    fc.property(fc.string(), fc.string(), (path, message) => {
      expect(formatIssue({ ...issue, path, message })).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
});
