import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { createCommandFiles, parseValues, readCommandFiles } from '#test/testing/github/runner/file-commands.ts';
import { createMasker } from '#test/testing/github/runner/masker.ts';
import { createStepLog } from '#test/testing/github/runner/step-log.ts';

describe('the output file', () => {
  test.each([
    ['a plain value', 'a=1\nb=two=2\n', { a: '1', b: 'two=2' }],
    ['a block', 'a<<EOF\none\ntwo\nEOF\nb=1', { a: 'one\ntwo', b: '1' }],
    ['an empty block', 'a<<EOF\nEOF\n', { a: '' }],
    ['a block that holds what looks like values', 'a<<EOF\npassed=true\nb<<X\nEOF\n', { a: 'passed=true\nb<<X' }],
    ['empty lines between', '\n\na=1\n\n', { a: '1' }],
    ['the last of two', 'a=1\na=2\n', { a: '2' }],
  ])('%s', (_, text, values) => {
    expect(parseValues(text)).toEqual({ values, problem: null });
  });

  test.each([
    ['a line that is neither', 'oops\n', "Invalid format 'oops'"],
    ['a block without its end', 'a<<EOF\none\n', "Invalid value. Matching delimiter not found 'EOF'"],
    ['a value without a name', '=1\n', "Invalid format '=1'. Name must not be empty"],
  ])('%s is refused', (_, text, problem) => {
    expect(parseValues(text).problem).toBe(problem);
  });
});

describe('after the step', () => {
  test('every file is read', async () => {
    const { read } = await step({
      output: 'a=1\n',
      env: 'E=2\n',
      path: '/one\n\n/two\n',
      state: 's=3\n',
      summary: '# Hi',
    });
    expect(read).toEqual({
      outputs: { a: '1' },
      env: { E: '2' },
      path: ['/one', '/two'],
      state: { s: '3' },
      summary: '# Hi',
    });
  });

  test('NODE_OPTIONS may not be set', async () => {
    const { read, log } = await step({ env: 'NODE_OPTIONS=--require=evil\nOK=1\n' });
    expect(read.env).toEqual({ OK: '1' });
    expect(log.commands.failures).toHaveLength(1);
  });

  test.each([
    ['1 MiB is shown', 1024 * 1024, 1024 * 1024, 0],
    ['one byte more and nothing is', 1024 * 1024 + 1, 0, 1],
  ])('of a summary %s', async (_, size, length, errors) => {
    const { read, log } = await step({ summary: 'x'.repeat(size) });
    expect(read.summary).toHaveLength(length);
    expect(log.commands.annotations).toHaveLength(errors);
    expect(log.commands.failures).toEqual([]);
  });
});

async function step(texts: Readonly<Partial<Record<'output' | 'env' | 'path' | 'state' | 'summary', string>>>) {
  const temp = newFolder('file-commands');
  const files = await createCommandFiles(temp);
  for (const name of ['output', 'env', 'path', 'state', 'summary'] as const)
    await writeFile(files[name], texts[name] ?? '');
  const masker = createMasker(['s3cret']);
  const log = createStepLog(masker, '/work');
  return { read: await readCommandFiles(files, log, masker), log };
}
