import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorMessage } from '#common/error-message.ts';
import { jsonText } from '#common/json-text.ts';
import { splitLines } from '#common/split-lines.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { LARGEST_TRAJECTORIES, REQUESTS_FILE } from '#gate/baseline/results/trajectories-file.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { isPlainFile } from '#runner/workspace/files/exists.ts';
import { readStoredRun } from './read-stored-run.ts';

/**
 * A baseline of several results files on disk, one for each run of main. The newest by its `created_at` is the one to compare
 * with, the others follow by age; files without a time come last, in the given order. If any of them has a problem there is no
 * baseline; likewise if a run is given twice, because its trials would count double.
 */
export function fileBaselines(paths: readonly string[]): BaselineStore {
  return { find: () => find(paths), trajectories: fileTrajectories, stored: fileStored };
}

interface NamedRun {
  readonly path: string;
  readonly run: StoredRun;
}

async function find(paths: readonly string[]): Promise<BaselineLookup> {
  const namedRuns: NamedRun[] = [];
  for (const path of paths) {
    const read = await readStoredRun(path);
    if ('problem' in read) return none(read.problem);
    const twin = namedRuns.find(({ run }) => isSameRun(run, read.run));
    if (twin !== undefined) return none(`the files ${twin.path} and ${path} hold the same run; name each run once`);
    namedRuns.push({ path, run: read.run });
  }
  const [first, ...others] = namedRuns.toSorted((a, b) => createdAt(b.run) - createdAt(a.run));
  if (first === undefined) return none('no file was named');
  const choice = `the file ${first.path}${others.length === 0 ? '' : `, the newest of ${namedRuns.length}`}`;
  const runs = [first.run, ...others.map(({ run }) => run)] as const;
  return { kind: 'found', runs, target_sha: first.run.sha, choice, notes: [] };
}

/** Milliseconds since 1970; before every other time if the file gives none. */
function createdAt({ results }: StoredRun): number {
  const time = Date.parse(results.created_at);
  return Number.isNaN(time) ? Number.MIN_SAFE_INTEGER : time;
}

function isSameRun({ results: a }: StoredRun, { results: b }: StoredRun): boolean {
  if (a.run.id !== null && a.run.id === b.run.id && a.run.key === b.run.key) return true;
  return a.created_at === b.created_at && jsonText(a) === jsonText(b);
}

function none(reason: string): BaselineLookup {
  return { kind: 'none', reason, notes: [] };
}

/** The lines of a trajectories file on disk, read on demand. Throws an error whose message follows "its trajectories". */
export async function* fileTrajectories({ place }: Pick<StoredRun, 'place'>): AsyncGenerator<string, void, void> {
  const facts = place === null ? null : await stat(place).catch(() => null);
  if (place === null || facts === null) throw new Error('are not stored next to it');
  if (!facts.isFile()) throw new Error("can't be read: what is stored next to it is not a file");
  if (facts.size > LARGEST_TRAJECTORIES) throw new Error(`are larger than ${LARGEST_TRAJECTORIES} bytes`);
  yield* splitLines(bytesOf(place));
}

/** The lines of a trajectories file, and of the texts of requests that are stored next to it. */
export async function* fileStored(run: StoredRun): AsyncGenerator<string, void, void> {
  yield* fileTrajectories(run);
  const texts = run.place === null ? null : join(dirname(run.place), REQUESTS_FILE);
  if (texts !== null && (await isPlainFile(texts))) yield* splitLines(bytesOf(texts));
}

/** Stops at the size limit even if the file grows. Leaving the loop closes the file. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* createReadStream(path, { end: LARGEST_TRAJECTORIES - 1 });
  } catch (error) {
    throw new Error(`can't be read: ${errorMessage(error)}`);
  }
}
