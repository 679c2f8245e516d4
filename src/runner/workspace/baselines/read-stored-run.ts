import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '#common/error-message.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import { parseResultsBytes, type ResultsRead } from '#gate/baseline/results/parse-results-bytes.ts';
import { storedRun } from '#gate/baseline/results/stored-run.ts';
import { TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import { HISTORY_FILE, LARGEST_HISTORY } from '#gate/history/parse-history.ts';
import { isMainFile } from '#gate/verdict/verdict-file.ts';
import { holdNursery } from '#process/heap-growth.ts';
import { readBounded } from '#runner/workspace/results/read-bounded.ts';

/** The run in a results file; `problem` is a sentence part that names the path. Never throws. */
export async function readStoredRun(path: string): Promise<{ readonly run: StoredRun } | { readonly problem: string }> {
  const read = await readRun(path).catch((error: unknown) => ({
    problem: `could not be read: ${errorMessage(error)}`,
  }));
  return 'problem' in read ? { problem: `the file ${path} ${read.problem}` } : read;
}

async function readRun(path: string): Promise<{ readonly run: StoredRun } | { readonly problem: string }> {
  const read = await readResults(path);
  if ('problem' in read) return read;
  // If the results file is a link, the trajectories are next to its target.
  const folder = dirname(await realpath(path));
  const history = await readHistory(join(folder, HISTORY_FILE));
  const trajectories = isMainFile(basename(path)) ? null : join(folder, TRAJECTORIES_FILE);
  return { run: { ...storedRun(read.results, trajectories), ...(history && { history }) } };
}

/** The history of main next to it, unread; `null` without one. */
async function readHistory(path: string): Promise<StoredRun['history'] | null> {
  const read = await readBounded(path, LARGEST_HISTORY);
  if ('bytes' in read) return { text: read.bytes.toString('utf8') };
  return read.missing ? null : { problem: read.problem };
}

async function readResults(path: string): Promise<ResultsRead> {
  const read = await readBounded(path, LARGEST_RESULTS_FILE);
  if ('problem' in read) return read;
  holdNursery();
  return parseResultsBytes(read.bytes);
}
