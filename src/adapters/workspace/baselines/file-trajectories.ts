import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { LARGEST_TRAJECTORIES } from '#domain/baseline/results/trajectories-file.ts';
import { errorMessage } from '#domain/error-message.ts';
import { splitLines } from '#domain/split-lines.ts';

/** The lines of a trajectories file on disk, read as they are asked for. Throws an error whose message follows "its trajectories". */
export async function* fileTrajectories({ place }: StoredRun): AsyncGenerator<string, void, void> {
  const facts = place === null ? null : await stat(place).catch(() => null);
  if (place === null || facts === null) throw new Error('are not stored beside it');
  if (!facts.isFile()) throw new Error("can't be read: what is stored beside it is not a file");
  if (facts.size > LARGEST_TRAJECTORIES) throw new Error(`are larger than ${LARGEST_TRAJECTORIES} bytes`);
  yield* splitLines(bytesOf(place));
}

/** No more than may be read, however the file grows. Whoever leaves the loop over it closes the file. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* createReadStream(path, { end: LARGEST_TRAJECTORIES - 1 });
  } catch (error) {
    throw new Error(`can't be read: ${errorMessage(error)}`);
  }
}
