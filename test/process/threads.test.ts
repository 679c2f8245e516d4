import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onThreads } from '#process/threads.ts';
import { newFolder } from '#test/support/new-folder.ts';

const THREADS = new URL('../../src/process/threads.ts', import.meta.url);
const sum = (data: number, parts: Iterable<number>) => [...parts].reduce((total, part) => total + data * part, 0);
const SUM = '(data, parts) => [...parts].reduce((total, part) => total + data * part, 0)';

test('however many threads there are, each part is done once', async () => {
  for (const threads of [1, 2, 3]) {
    const answers = await onThread(`workAsThread(${SUM})`, threads);
    expect(answers.reduce((total, each) => total + each, 0)).toBe(3 * ((1000 * 999) / 2));
    expect(answers.length).toBeLessThanOrEqual(threads);
  }
});

test('what a thread throws is thrown, and no answer is made without it', async () => {
  await expect(onThread("throw new Error('no room')", 2)).rejects.toThrow('no room');
});

async function onThread(work: string, threads: number): Promise<readonly number[]> {
  const folder = newFolder('threads');
  const program = join(folder, 'thread.mjs');
  await writeFile(program, `import { workAsThread } from ${JSON.stringify(THREADS.href)};\n${work};\n`);
  return await onThreads(program, sum, { data: 3, count: 1000, threads });
}
