import { listed, shortSha } from '#common/words.ts';
import type { PastVerdict, ResultsFile } from '../results/results-file.ts';

/**
 * The verdicts of runs of one content, oldest first.
 *
 * @param runs one may have added to another, and then knows its verdicts too
 */
export function pastVerdicts(runs: readonly ResultsFile[]): readonly PastVerdict[] {
  const inOrder = runs.toSorted((left, right) => Date.parse(left.created_at) - Date.parse(right.created_at));
  const all = inOrder.flatMap(({ verdicts = [] }) => verdicts);
  return [...new Map(all.map((past) => [`${past.run_id} ${past.attempt} ${past.sha}`, past])).values()];
}

/**
 * The results of a change with their verdict, after those of earlier runs. A shard has no verdict of its own, and a run of main
 * needs none.
 */
export function withVerdict(
  results: ResultsFile,
  {
    verdict,
    reasons,
  }: { readonly verdict: PastVerdict['verdict']; readonly reasons: readonly { readonly code: string }[] },
  earlier: readonly PastVerdict[],
): ResultsFile {
  const { run, commit } = results;
  if (run.side !== 'candidate' || run.shard !== undefined) return results;
  const own = {
    run_id: run.id,
    attempt: run.attempt,
    sha: commit.head_sha ?? commit.sha,
    verdict,
    reason: reasons[0]?.code ?? '',
  };
  return { ...results, verdicts: [...earlier, own].slice(-MOST_KEPT) };
}

/** `fail (abc1234), inconclusive (def5678)`: the newest, oldest first. */
export function verdictWords(verdicts: readonly PastVerdict[]): string {
  const left = verdicts.length - MOST_TOLD;
  const texts = verdicts
    .slice(-MOST_TOLD)
    .map(({ verdict, sha }) => `${verdict} (${sha === null ? 'a commit that is not known' : shortSha(sha)})`);
  return `${left > 0 ? `${left} before, then ` : ''}${listed(texts)}`;
}

const MOST_KEPT = 50;
const MOST_TOLD = 10;
