import { posix } from 'node:path';
import type { BaselineStore } from '#application/ports.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { LARGEST_RESULTS_FILE } from '#domain/baseline/results/parse-results.ts';
import { parseResultsBytes } from '#domain/baseline/results/parse-results-bytes.ts';
import { storedRun } from '#domain/baseline/results/stored-run.ts';
import { TRAJECTORIES_FILE } from '#domain/baseline/results/trajectories-file.ts';
import { errorMessage } from '#domain/error-message.ts';
import { shortSha } from '#domain/words.ts';
import { type CommitPlace, readCommittedFile } from './committed-file.ts';
import { committedTrajectories } from './committed-trajectories.ts';

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
  };
}

async function find(options: CommittedBaselineOptions): Promise<BaselineLookup> {
  const file = await readCommittedFile(options, options.path, LARGEST_RESULTS_FILE);
  if (file.kind === 'absent') return none(options, 'does not exist: commit it on the base branch first');
  if (file.kind === 'failed') return none(options, file.problem);
  const read = parseResultsBytes(file.bytes);
  if ('problem' in read) return none(options, read.problem);
  const runs = [storedRun(read.results, beside(options.path))] as const;
  return { kind: 'found', runs, target_sha: options.sha, chosen: `the ${place(options)}`, notes: [] };
}

function beside(path: string): string {
  return posix.join(posix.dirname(path), TRAJECTORIES_FILE);
}

function none(options: CommittedBaselineOptions, problem: string): BaselineLookup {
  return { kind: 'none', reason: `the ${place(options)} ${problem}`, notes: [] };
}

function place({ path, sha }: CommittedBaselineOptions): string {
  return `file ${path} at ${shortSha(sha)}`;
}
