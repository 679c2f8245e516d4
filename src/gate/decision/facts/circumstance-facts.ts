import type { Shard } from '#cases/suite/selection/shard.ts';
import type { PastVerdict } from '#gate/baseline/results/results-file.ts';
import type { NothingEvaluatedFacts } from './run-facts.ts';

/** Why a run had no secret. */
type MissingSecretFacts =
  | {
      readonly kind: 'missing' | 'replayed';
      readonly names: readonly string[];
      /** A job of GitHub lacks it; absent: a shell. */
      readonly in_job?: true;
    }
  /** The run of a fork ran no trial. */
  | { readonly kind: 'fork' };

/** Why the agent can't start: our own account, the program's last line, or the text around it. */
export interface UnavailableAgentFacts {
  readonly kind: 'account' | 'cause' | 'stderr';
  readonly text: string;
}

/** A label of the pull request asks for no evaluation, or the one that starts it is missing. */
export type WithheldFacts =
  | { readonly kind: 'skipped' | 'waiting'; readonly label: string; readonly start: string }
  | { readonly kind: 'draft' };

/** What decides about the content of a run that does not. */
interface StandingFacts {
  /** Only some of the cases ran. */
  readonly part: boolean;
  /** They failed. */
  readonly failed?: true;
  /** The verdict that stays; `null`: the content was not decided whole yet. */
  readonly before: Pick<PastVerdict, 'verdict' | 'run_id' | 'sha' | 'blocks'> | null;
}

/** Results that can't be read again, or that could not all be stored; why, a sentence part. */
type LostResultsFacts =
  | { readonly kind: 'unreadable' | 'not_stored'; readonly problem: string }
  | { readonly kind: 'too_large'; readonly megabytes: number };

/** Programs of the run wrote to files of the runner, which later steps obey; `removed`: that text is gone again. */
interface ForeignWriting {
  readonly files: readonly string[];
  readonly removed: boolean;
}

/** What shards leave undecided. */
type ShardFacts =
  /** A shard decides nothing; `is_empty`: the suite is so small that it has no case. */
  | { readonly kind: 'part'; readonly shard: Shard; readonly is_empty: boolean }
  /** Shards that stopped, are missing or don't fit together; `more`: so many further problems. */
  | {
      readonly kind: 'stopped' | 'missing';
      readonly problem: string;
      readonly more: number;
      /** Whether what stopped them blocks. */
      readonly blocks: boolean;
    };

/** The run could not do its work, or its results can't be read. */
export interface CircumstanceFacts {
  readonly nothing_evaluated: NothingEvaluatedFacts;
  readonly missing_secrets: MissingSecretFacts;
  readonly withheld: WithheldFacts;
  readonly standing: StandingFacts;
  readonly replay_miss: { readonly names: readonly string[]; readonly example: string };
  readonly agent_unavailable: UnavailableAgentFacts;
  /** Cases whose checks changed while the suite ran. */
  readonly grader_changed: { readonly changed: readonly string[] };
  /** Tests of main that have no result here although no test changed. */
  readonly vanished: { readonly names: readonly string[]; readonly on_main: boolean };
  readonly baseline_required: { readonly problem: string };
  readonly policy_unreadable: { readonly problem: string };
  readonly results_lost: LostResultsFacts;
  readonly runner_files: ForeignWriting;
  readonly shard: ShardFacts;
}
