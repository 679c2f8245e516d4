import { expect, test, vi } from 'vitest';
import { printJson } from '#commands/cli/common/print-json.ts';

test('JSON for programs holds nothing that a terminal or a runner of workflows acts on, and reads back as it was', () => {
  const value = { text: 'a ##[error] \u001b[31m \u202e \u{e0041} \ud800 ::error:: \u2028 😀\nnext' };
  const chunks: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => chunks.push(String(chunk)) > 0);
  printJson(value);
  spy.mockRestore();
  const text = chunks.join('');
  expect(text).not.toMatch(/##\[|[^\P{C}\n]/u);
  expect(JSON.parse(text)).toEqual(value);
});
