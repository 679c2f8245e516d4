import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { errorMessage, plainLine } from '#domain/error-message.ts';
import { splitLines } from '#domain/split-lines.ts';
import { type CommitPlace, readCommittedFile } from './committed-file.ts';

/** The lines of a trajectories file in a commit. Throws an error whose message follows "its trajectories". */
export async function* committedTrajectories(
  commit: CommitPlace,
  { place }: StoredRun,
): AsyncGenerator<string, void, void> {
  if (place === null) throw new Error(ABSENT);
  const file = await readCommittedFile(commit, place, LARGEST_FILE).catch((error: unknown) => ({
    kind: 'failed' as const,
    problem: `could not be read: ${errorMessage(error)}`,
  }));
  if (file.kind === 'absent') throw new Error(ABSENT);
  if (file.kind === 'failed') throw new Error(`can't be read: the file ${place} ${plainLine(file.problem)}`);
  yield* splitLines([file.bytes]);
}

const ABSENT = 'are not stored beside it';

/** The API returns the whole file as text, which stays in memory. */
const LARGEST_FILE = 64 * 1024 * 1024;
