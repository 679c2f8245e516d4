import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { TryAgain } from './try-again.ts';

/**
 * Takes fresh trials of main from a file next to the results, with what speaks against them; no further ones can be made. `null`: there is no such
 * file, nor a doubt for which there is none.
 */
export function storedFresh(main: ResultsFile | null, { doubts }: Pick<ResultsFile, 'doubts'>): TryAgain | null {
  if (main === null && doubts === undefined) return null;
  const fresh: Fresh =
    main === null
      ? { kind: 'unavailable', reason: doubts ?? [] }
      : { kind: 'done', results: main, ended: 'no further ones are stored', doubts: main.doubts ?? [] };
  return async (_, { results }) => ({ results, fresh, notes: [] });
}
