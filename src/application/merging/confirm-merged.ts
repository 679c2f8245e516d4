import { askBase } from '#application/base-side/ask-base.ts';
import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { confirmationNeeded } from '#domain/gate/confirmation/confirmation-needed.ts';
import type { Decision } from '#domain/gate/decision.ts';
import type { Policy } from '#domain/gate/policy.ts';
import type { BaseCommit, Progress } from '../ports.ts';

/** The way to main's commit from a job that runs no program of the change. */
export interface MergeConfirmation {
  readonly base: BaseCommit;
  /** Fresh trials of main that earlier runs of the candidate's commit made. */
  readonly earlier: () => Promise<ResultsFile | null>;
}

/** What was decided on merged results. */
export interface MergedDecision {
  /** On the stored runs alone. */
  readonly first: Decision;
  readonly comparison: Comparison;
  readonly policy: Policy;
  readonly results: ResultsFile;
  /** The commit that the change goes onto; `null`: not known. */
  readonly sha: string | null;
}

/**
 * Repeats a failure on main's commit, on a machine that the change has never run on: nothing it left can reach these trials. Broken cases are
 * not topped up, as the candidate's agent is not here. `null`: nothing that is red can be confirmed.
 */
export async function confirmMerged(
  { first, comparison, policy, results, sha }: MergedDecision,
  confirmation: MergeConfirmation,
  ports: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<Confirmation | null> {
  const plan = first.verdict === 'fail' ? confirmationNeeded(comparison, policy, results) : null;
  if (plan === null) return null;
  const question = { sha, wanted: plan.base, earlier: await confirmation.earlier(), required: false };
  const { today } = await askBase({ ...question, agent_key: results.agent.key }, { ...ports, base: confirmation.base });
  return today;
}
