import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { askBase } from '../base-side/ask-base.ts';
import type { Confirm } from '../judge.ts';
import type { BaseCommit } from '../ports.ts';
import type { Progress } from '../progress.ts';
import { spoilt } from './without-traces.ts';

/** How a job that runs no program of the change runs main's commit. */
export interface MergeConfirmation {
  readonly base: BaseCommit;
  /** Fresh trials of main that earlier runs of the candidate's commit made. */
  readonly earlier: () => Promise<ResultsFile | null>;
}

/**
 * Repeats a failure on main's commit, on a machine that never ran the change: nothing it left can reach these trials. Broken
 * cases get no further trials, because the candidate's agent is not here.
 *
 * @param sha the base commit; `null`: unknown
 */
export function confirmMerged(
  sha: string | null,
  { base, earlier }: MergeConfirmation,
  ports: { readonly progress: Progress; readonly signal: AbortSignal },
): Confirm {
  return async ({ plan, results, takenBack }) => {
    const question = {
      sha,
      wanted: plan.base,
      earlier: await earlier(),
      agent_key: results.agent.key,
      required: false,
    };
    const asked = await askBase(question, { base, progress: ports.progress, signal: ports.signal });
    const isBelieved = asked.doubts.length === 0 || !takenBack({ confirmation: asked.confirmation, results });
    return { confirmation: isBelieved ? asked.confirmation : spoilt(asked.doubts), results, notes: [] };
  };
}
