import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TRACE } from './scripted-suite.ts';

/** What the agent of a scripted suite noted in a folder, line by line; empty when it never started. */
export async function readTrace(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, TRACE), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** Resolves once a line is in the trace of a folder that exists. */
export async function traced(folder: string, line: string): Promise<void> {
  const changes = watch(folder);
  try {
    await new Promise<void>((resolve, reject) => {
      const look = () => void readTrace(folder).then((lines) => lines.includes(line) && resolve(), reject);
      changes.on('change', look);
      look();
    });
  } finally {
    changes.close();
  }
}
