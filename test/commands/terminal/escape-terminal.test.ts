import { expect, test } from 'vitest';
import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';

test.each([
  ['a control sequence', '\u001b[31mred', '\ufffd[31mred'],
  ['a carriage return, which overwrites a line', 'safe\revil', 'safe\ufffdevil'],
  ['characters that reorder or hide text', 'a\u202eb\u200bc\u2066', 'a\ufffdb\ufffdc\ufffd'],
  ['what a runner takes for a command', 'x ##[error]##[group]', 'x #\u200b#[error]#\u200b#[group]'],
])('%s does not reach a terminal', (_, text, expected) => {
  expect(escapeTerminal(text)).toBe(expected);
});

test('line breaks, tabs and ordinary text stay', () => {
  const text = 'Grüße\t日本 🙂\n::notice::[x] #1\n';
  expect(escapeTerminal(text)).toBe(text);
});
