import { isLean } from '#gate/baseline/results/lean-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { LEFT_NO_RESULTS, lostAttempts } from '#gate/baseline/shards/lost-attempts.ts';
import { leftOutNotes } from '#report/left-out-notes.ts';
import type { FoundShards } from './stored-shards.ts';

/** Notes on a merge, a sentence each: about its shards, and about trials that are left out. */
export function mergeNotes({ shards }: FoundShards, results: ResultsFile): readonly string[] {
  const { attempt } = results.run;
  const ofShards = shards.flatMap(({ index, results: shard }) => {
    const attempts = lostAttempts(shard);
    return [
      // A run whose failed jobs are repeated does not repeat the others.
      ...(shard.run.attempt < attempt ? [`Shard ${index} is of attempt ${shard.run.attempt} of this run.`] : []),
      ...(attempts === null ? [] : [`${attempts} of shard ${index} ${LEFT_NO_RESULTS}`]),
    ];
  });
  return [
    ...ofShards,
    ...leftOutNotes(results, { exhausted: results.stop.reason === 'budget' ? SHARE_USED_UP : null }),
  ];
}

/** Says that details had to be left out of results.json. */
export function leanNotes(results: ResultsFile, text: { readonly lean: boolean } | null): readonly string[] {
  return text?.lean === true || isLean(results) ? [LEAN] : [];
}

const SHARE_USED_UP = "a shard's share of it is used up";

const LEAN =
  'results.json would be too large to be read again: checks that passed, times, seeds and hashes of answers are left out of it; the artifacts of the shards hold them.';
