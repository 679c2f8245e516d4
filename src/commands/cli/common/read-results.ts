import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LARGEST_RESULTS_FILE, parseResults } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { collectGarbage } from '#process/collect-garbage.ts';
import { holdNursery } from '#process/heap-growth.ts';
import { readBounded } from '#runner/workspace/results/read-bounded.ts';
import { say } from './say.ts';

/** Reads a results file, or the one in a folder. `null`: it can't be used, and standard error says why. */
export async function readResultsFile(fileOrFolder: string): Promise<ResultsFile | null> {
  holdNursery();
  const path = await resultsPath(fileOrFolder);
  const bytes = await readBytes(path);
  if (bytes === null) return null;
  const parsed = parseResults(bytes);
  if ('results' in parsed) return parsed.results;
  say(`${path}: ${parsed.problem}`);
  return null;
}

/** Reads results files one after the other, and frees what reading each took: at once they need the memory of all their texts. */
export async function readEachResults(paths: readonly string[]): Promise<readonly (ResultsFile | null)[]> {
  const all: (ResultsFile | null)[] = [];
  for (const path of paths) {
    all.push(await readResultsFile(path));
    collectGarbage();
  }
  return all;
}

/** Reads a text file. `null`: it can't be read, and standard error says why. */
export async function readText(path: string): Promise<string | null> {
  return (await readBytes(path))?.toString('utf8') ?? null;
}

async function readBytes(path: string): Promise<Buffer | null> {
  const read = await readBounded(path, LARGEST_RESULTS_FILE);
  if ('bytes' in read) return read.bytes;
  say(`${path} ${read.problem}${read.missing ? '; name an existing file' : ''}`);
  return null;
}

/** The results file that a path names: a folder stands for the one in it. */
export function resultsPath(path: string): Promise<string> {
  return pathOf('results.json', path);
}

/** The file that a path names: a folder stands for the one of this name in it. */
export async function pathOf(name: string, path: string): Promise<string> {
  const facts = await stat(path).catch(() => null);
  return facts?.isDirectory() ? join(path, name) : path;
}
