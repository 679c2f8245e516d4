import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { TryAgain } from './try-again.ts';

/** Takes fresh trials of main from a file beside the results; no further ones can be made. `null`: there is no such file. */
export function storedFresh(main: ResultsFile | null): TryAgain | null {
  if (main === null) return null;
  const fresh = { kind: 'done', results: main, ended: 'no further ones are stored', doubts: [] } as const;
  return async (_, { results }) => ({ results, fresh, notes: [] });
}
