import type { BaselineStore, Clock, EarlierResults, SuiteFiles } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import type { MergedSides } from '#runner/again/try-again-merged.ts';
import type { EvaluateRequest } from '../request/evaluate-request.ts';
import type { Evaluation } from '../request/evaluation.ts';
import type { StoredShards } from './stored-shards.ts';

/** What to merge: the suite whose parts the shards ran. */
export type MergeRequest = Pick<
  EvaluateRequest,
  'suite' | 'trials' | 'facts' | 'names' | 'baseline_required' | 'run_all' | 'serves_as_baseline' | 'policy'
> & {
  /** Removes secrets from the suite's own texts; shards arrive redacted. */
  readonly redact: (text: string) => string;
};

/** Everything that a merge uses. */
export interface MergePorts {
  readonly files: Pick<SuiteFiles, 'read' | 'locate'>;
  readonly shards: StoredShards;
  /** Lines of the trajectories that the shards have stored. */
  readonly trajectories: () => AsyncIterable<string>;
  readonly baselines: BaselineStore;
  /** Merged runs of the same content, for their verdicts; `null`: there are none to look for. */
  readonly earlier: EarlierResults | null;
  /** `null`: nothing is tried again, main's stored trials decide, and no program of the change runs. */
  readonly sides: MergedSides | null;
  readonly progress: Progress;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** Called between steps that leave much garbage. */
  readonly relieve: () => void;
}

/** A finished merge. */
export interface MergedRun {
  readonly evaluation: Evaluation;
  /** results.json, in parts; `null` if shards are missing, so that nobody takes the others for a whole run. */
  readonly results_parts: readonly string[] | null;
}
