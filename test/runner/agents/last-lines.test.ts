import { expect, test } from 'vitest';
import { lastLine } from '#runner/agents/turn/last-lines.ts';

test.each([
  [
    'pip',
    'ERROR: No matching distribution found for agentlib\n\n[notice] A new release of pip is available: 24.0 -> 26.1\n[notice] To update, run: pip install --upgrade pip\n',
    'ERROR: No matching distribution found for agentlib',
  ],
  [
    'an old pip',
    'ERROR: No matching distribution found for x\nWARNING: You are using pip version 20.2; however, version 24.0 is available.\nYou should consider upgrading via the pip command.\n',
    'ERROR: No matching distribution found for x',
  ],
  [
    'npm',
    'npm error 404 Not Found - agentlib\nnpm notice\nnpm notice New major version of npm available!\nnpm error A complete log of this run can be found in: /root/.npm/_logs/x.log\n',
    'npm error 404 Not Found - agentlib',
  ],
])('the last line of a failed setup is what failed, not the advertisement of %s', (_, log, line) => {
  expect(lastLine(log)).toBe(`; last line: ${line}`);
});

test('a log of nothing but notices has no last line', () => {
  expect(lastLine('[notice] A new release of pip is available\n')).toBe('');
});
