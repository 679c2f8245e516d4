import type { MergeConfirmation } from '#application/confirm/confirm-merged.ts';
import type { EvaluateRequest } from '../evaluate-request.ts';
import type { Evaluation } from '../evaluation.ts';
import type { BaselineStore, Clock, Progress } from '../ports.ts';
import type { StoredShards } from './stored-shards.ts';

/** What is merged: the suite of which the shards ran parts. */
export type MergeRequest = Pick<
  EvaluateRequest,
  | 'suite'
  | 'trials'
  | 'facts'
  | 'name'
  | 'repository_url'
  | 'run_url'
  | 'baseline_required'
  | 'serves_as_baseline'
  | 'policy'
> & {
  /** Takes secrets out of what the suite says of itself; shards come redacted. */
  readonly redact: (text: string) => string;
};

/** Everything a merge touches. No program of the change is run here. */
export interface MergePorts {
  readonly shards: StoredShards;
  readonly baselines: BaselineStore;
  /** `null`: failures are not confirmed, and the spread between main's runs is reckoned with instead. */
  readonly confirmation: MergeConfirmation | null;
  readonly progress: Progress;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** Called between steps that leave much behind. */
  readonly relieve: () => void;
}

/** A finished merge. */
export interface MergedRun {
  readonly evaluation: Evaluation;
  /** Text of results.json; `null` where parts are missing, as nobody may take such results for those of a whole run. */
  readonly text: string | null;
}
