import { expect, test } from 'vitest';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import { NEVER, planOf, viewOf } from '../support.ts';

const KEY = 'Qz7vK2mXb9TfLw4RnHc8YpDs';

test.each([
  ['what it printed', [process.execPath, '-e', `console.error('${KEY}' + '.'.repeat(485)); process.exit(3)`]],
  ['its command', [process.execPath, '-e', 'process.exit(3)//'.padEnd(105 - process.execPath.length, '.') + KEY]],
])('a check that broke shows no piece of a secret where %s is cut', async (_, command) => {
  const checks = programChecks({ cwd: process.cwd(), environment: {} });
  const { passed, fact } = await checks.judge(
    { kind: 'command', command },
    { case: planOf('x').case, view: viewOf('') },
    NEVER,
  );
  const reason = checkWords(fact);
  const redacted = secretRedactor([KEY])(reason);
  expect(passed).toBeNull();
  expect(reason).toContain('…');
  expect(
    Array.from(KEY.slice(5), (_letter, at) => KEY.slice(at, at + 6)).filter((part) => redacted.includes(part)),
  ).toEqual([]);
});
