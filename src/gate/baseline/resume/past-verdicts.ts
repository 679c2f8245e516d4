import { listed, shortSha } from '#common/words.ts';
import type { PastVerdict, Question, ResultsFile } from '../results/results-file.ts';

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

/** What is known of a content before it is evaluated again. */
export interface PastOfContent {
  /** Of all its earlier runs, oldest first. */
  readonly verdicts: readonly PastVerdict[];
  /** What is asked now; `null`: unknown. */
  readonly question: Question | null;
}

/**
 * The verdict that a content has before a run says something new: a failure until the content is decided whole, also one of a
 * selection unless it had passed whole; else the last whole verdict on the same ground. `null`: there is none.
 */
export function standingVerdict({ verdicts, question }: PastOfContent): PastVerdict | null {
  const failed = new Map<string | undefined, PastVerdict>();
  let whole: PastVerdict | null = null;
  for (const past of verdicts) {
    const ground = past.question?.ground;
    const isHere = ground !== undefined && ground === question?.ground;
    if (past.verdict === 'fail' && !(past.selected === 'hand' && isHere && whole?.verdict === 'pass'))
      failed.set(ground, past);
    if (!isDecision(past) || ground === undefined || isPart(past, verdicts)) continue;
    if (past.verdict === 'pass') for (const lifted of isHere ? [...failed.keys()] : [ground]) failed.delete(lifted);
    if (isHere) whole = past;
  }
  return [...failed.values()].at(-1) ?? whole;
}

/** Whether trials were judged, and not only left out because a draft or a label says so. */
function isDecision({ verdict, reason }: PastVerdict): boolean {
  return verdict !== 'error' && reason !== 'withheld';
}

/**
 * Whether a run leaves out cases that the verdict on its content is about: somebody chose them by hand, or the content was
 * evaluated with all of them.
 */
export function isPart(
  { selected }: Pick<PastVerdict, 'selected'>,
  verdicts: readonly Pick<PastVerdict, 'selected'>[],
): boolean {
  return selected === 'hand' || (selected === 'workflow' && verdicts.some((past) => past.selected === undefined));
}

/**
 * The results of a change with their verdict, after those of earlier runs. A shard has no verdict of its own, and a run of main
 * needs none.
 */
export function withVerdict(
  results: ResultsFile,
  { verdict, reasons }: Pick<PastVerdict, 'verdict'> & { readonly reasons: readonly { readonly code: string }[] },
  blocks: boolean,
  { verdicts: earlier, question }: PastOfContent,
): ResultsFile {
  const { run, commit } = results;
  if (run.side !== 'candidate' || run.shard !== undefined) return results;
  const own = {
    run_id: run.id,
    attempt: run.attempt,
    sha: commit.head_sha ?? commit.sha,
    verdict,
    reason: reasons[0]?.code ?? '',
    ...(verdict === 'inconclusive' && { blocks }),
    ...(question !== null && { question }),
    ...(run.selected !== undefined && { selected: run.selected }),
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
