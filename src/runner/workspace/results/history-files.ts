import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '#common/error-message.ts';
import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import { mayHoldHistory, type NamedText } from '#gate/history/history-of-files.ts';
import { readBounded } from './read-bounded.ts';

/** Most folders of a folder that are looked into. */
const MOST_FOLDERS = 1000;

/**
 * The files that may hold runs of main: a file itself, or the histories and results in a folder and below it.
 *
 * @returns `problem`: the path can't be read, a sentence part that begins with it
 */
export async function readHistoryFiles(
  path: string,
): Promise<{ readonly files: readonly NamedText[] } | { readonly problem: string }> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) return { problem: `${path} does not exist` };
  try {
    if (!facts.isDirectory()) return { files: [await read(path)] };
    const entries = await readdir(path, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).slice(0, MOST_FOLDERS);
    const files = await filesIn(path);
    for (const { name } of folders) files.push(...(await filesIn(join(path, name))));
    return { files };
  } catch (error) {
    return { problem: `${path} can't be read: ${errorMessage(error)}` };
  }
}

async function filesIn(folder: string): Promise<NamedText[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && mayHoldHistory(entry.name));
  return Promise.all(files.map(({ name }) => read(join(folder, name))));
}

async function read(path: string): Promise<NamedText> {
  const content = await readBounded(path, LARGEST_RESULTS_FILE);
  if ('problem' in content) throw new Error(`${path} ${content.problem}`);
  return { path, text: content.bytes.toString('utf8') };
}
