import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { BaseCommit } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import { askBase } from '../base-side/ask-base.ts';
import { endedByMain } from './ended-by.ts';
import { answers } from './further-trials.ts';
import type { TryAgain } from './try-again.ts';

/** How a job that runs no program of the change runs main's commit. */
export interface MergedMain {
  readonly base: BaseCommit;
  /** Fresh trials of main that earlier runs of the same content made. */
  readonly earlier: () => Promise<ResultsFile | null>;
}

/**
 * Runs main's side of what was tried again on a machine that never ran the change: nothing that it left can reach these trials. The change's fresh
 * trials were made by the job before.
 *
 * @param sha the base commit; `null`: unknown
 */
export function tryAgainMerged(
  sha: string | null,
  { base, earlier }: MergedMain,
  ports: { readonly progress: Progress; readonly signal: AbortSignal },
): TryAgain {
  let stored: Promise<ResultsFile | null> | null = null;
  return async ({ stage, cases }, { results, fresh }) => {
    stored ??= earlier();
    const question = {
      sha,
      trials: new Map(cases.map((id) => [id, stage])),
      made: fresh.kind === 'done' ? fresh.results : null,
      earlier: await stored,
      agent_key: results.agent.key,
      must_answer: answers(results),
    };
    const answer = await askBase(question, { base, ...ports }).finally(() => base.close());
    if ('problem' in answer) return endedByMain({ results, fresh, notes: [] }, answer);
    return { results, fresh: { kind: 'done', results: answer.results, ended: null, doubts: answer.doubts }, notes: [] };
  };
}
