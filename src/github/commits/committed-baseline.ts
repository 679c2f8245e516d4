import { posix } from 'node:path';
import { errorMessage, untrustedLine } from '#common/error-message.ts';
import { splitLines } from '#common/split-lines.ts';
import { shortSha } from '#common/words.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import { parseResultsBytes } from '#gate/baseline/results/parse-results-bytes.ts';
import { storedRun } from '#gate/baseline/results/stored-run.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { type CommitPlace, readCommittedFile } from './committed-file.ts';

/** Which file of which commit is the baseline: the base commit, because a pull request can edit the file in its own checkout. */
export interface CommittedBaselineOptions extends CommitPlace {
  /** Path in the repository. */
  readonly path: string;
}

/** A baseline file in the repository, read from a commit by API and never from the checkout. It ignores pins. */
export function committedBaseline(options: CommittedBaselineOptions): BaselineStore {
  return {
    find: () => find(options).catch((error: unknown) => none(options, `could not be read: ${errorMessage(error)}`)),
    trajectories: (run) => committedTrajectories(options, run),
    stored: (run) => committedStored(options, run),
  };
}

async function find(options: CommittedBaselineOptions): Promise<BaselineLookup> {
  const file = await readCommittedFile(options, options.path, LARGEST_RESULTS_FILE);
  if (file.kind === 'absent') return none(options, 'does not exist: commit it on the base branch first');
  if (file.kind === 'failed') return none(options, file.problem);
  const read = parseResultsBytes(file.bytes);
  if ('problem' in read) return none(options, read.problem);
  const runs = [storedRun(read.results, folderOf(options.path))] as const;
  return { kind: 'found', runs, target_sha: options.sha, choice: `the ${place(options)}`, notes: [] };
}

function folderOf(path: string): string {
  return posix.join(posix.dirname(path), TRAJECTORIES_FILE);
}

function none(options: CommittedBaselineOptions, problem: string): BaselineLookup {
  return { kind: 'none', reason: `the ${place(options)} ${problem}`, notes: [] };
}

function place({ path, sha }: CommittedBaselineOptions): string {
  return `file ${path} at ${shortSha(sha)}`;
}

/** The lines of a trajectories file in a commit. Throws an error whose message follows "its trajectories". */
async function* committedTrajectories(commit: CommitPlace, { place }: StoredRun): AsyncGenerator<string, void, void> {
  if (place === null) throw new Error(ABSENT);
  const file = await readCommittedFile(commit, place, LARGEST_FILE).catch((error: unknown) => ({
    kind: 'failed' as const,
    problem: `could not be read: ${errorMessage(error)}`,
  }));
  if (file.kind === 'absent') throw new Error(ABSENT);
  if (file.kind === 'failed') throw new Error(`can't be read: the file ${place} ${untrustedLine(file.problem)}`);
  yield* splitLines([file.bytes]);
}

/** The same, and the texts of requests that are committed next to them, if they are. */
async function* committedStored(commit: CommitPlace, run: StoredRun): AsyncGenerator<string, void, void> {
  yield* committedTrajectories(commit, run);
  const texts = posix.join(posix.dirname(run.place ?? ''), REQUESTS_FILE);
  const file = await readCommittedFile(commit, texts, LARGEST_FILE).catch(() => null);
  if (file?.kind === 'read') yield* splitLines([file.bytes]);
}

const ABSENT = 'are not stored next to it';

/** The API returns the whole file as text, which stays in memory. */
const LARGEST_FILE = 64 * 1024 * 1024;
