import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BaselineStore } from '#application/ports.ts';
import type { BaselineLookup, StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { LARGEST_RESULTS_FILE } from '#domain/baseline/parse-results.ts';
import { errorMessage } from './error-message.ts';
import { fileTrajectories } from './file-trajectories.ts';
import { parseResultsBytes, type ResultsRead } from './parse-results-bytes.ts';
import { storedRun } from './stored-run.ts';
import { TRAJECTORIES_FILE } from './trajectories-file.ts';

/** A baseline in a file on disk. `path` is as the user wrote it, `location` where it really is. Pins are not asked about. */
export function fileBaseline(path: string, location = path): BaselineStore {
  return { find: () => find(path, location), trajectories: fileTrajectories };
}

async function find(path: string, location: string): Promise<BaselineLookup> {
  const read = await readStoredRun(path, location);
  if ('problem' in read) return { kind: 'none', reason: read.problem, notes: [] };
  const { run } = read;
  return { kind: 'found', runs: [run], target_sha: run.sha, chosen: `the file ${path}`, notes: [] };
}

/** The run that a results file holds; `problem` is a sentence part that names the path. Never throws. */
export async function readStoredRun(
  path: string,
  location = path,
): Promise<{ readonly run: StoredRun } | { readonly problem: string }> {
  const read = await readRun(location).catch((error: unknown) => ({
    problem: `could not be read: ${errorMessage(error)}`,
  }));
  return 'problem' in read ? { problem: `the file ${path} ${read.problem}` } : read;
}

async function readRun(location: string): Promise<{ readonly run: StoredRun } | { readonly problem: string }> {
  const read = await readResults(location);
  if ('problem' in read) return read;
  // Where results are linked to, their trajectories lie with them, not with the link.
  const folder = dirname(await realpath(location));
  return { run: storedRun(read.results, join(folder, TRAJECTORIES_FILE)) };
}

async function readResults(location: string): Promise<ResultsRead> {
  const facts = await stat(location).catch(() => null);
  if (facts === null) return { problem: 'does not exist' };
  if (!facts.isFile()) return { problem: 'is not a file' };
  if (facts.size > LARGEST_RESULTS_FILE) return { problem: `is larger than ${LARGEST_RESULTS_FILE} bytes` };
  return parseResultsBytes(await readFile(location));
}
