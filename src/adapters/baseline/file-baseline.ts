import { readFile, stat } from 'node:fs/promises';
import type { BaselineStore } from '#application/ports.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { LARGEST_RESULTS_FILE } from '#domain/baseline/parse-results.ts';
import { errorMessage } from './error-message.ts';
import { parseResultsBytes } from './parse-results-bytes.ts';

/** A baseline in a file on disk. `path` is as the user wrote it, `location` where it really is. */
export function fileBaseline(path: string, location = path): BaselineStore {
  return {
    find: () => find(path, location).catch((error: unknown) => none(path, `could not be read: ${errorMessage(error)}`)),
  };
}

async function find(path: string, location: string): Promise<BaselineLookup> {
  const facts = await stat(location).catch(() => null);
  if (facts === null) return none(path, 'does not exist');
  if (!facts.isFile()) return none(path, 'is not a file');
  if (facts.size > LARGEST_RESULTS_FILE) return none(path, `is larger than ${LARGEST_RESULTS_FILE} bytes`);
  const read = parseResultsBytes(await readFile(location));
  if ('problem' in read) return none(path, read.problem);
  const { results } = read;
  return { kind: 'found', results, sha: results.commit.sha, chosen: `the file ${path}`, url: null, notes: [] };
}

function none(path: string, problem: string): BaselineLookup {
  return { kind: 'none', reason: `the file ${path} ${problem}`, notes: [] };
}
