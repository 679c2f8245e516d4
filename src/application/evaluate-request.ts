import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { TrialRange } from '#domain/trial/trial-range.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { PolicyFromBase } from './base-side/policy-from-base.ts';
import type { RunFacts } from './collecting/collect-results.ts';

/** What to evaluate. */
export interface EvaluateRequest {
  readonly suite: LoadedSuite;
  /** Trials per case instead of the config's. */
  readonly trials: TrialRange | null;
  readonly facts: RunFacts;
  /** Name in the headline; `null`: the config path. */
  readonly name: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  readonly resumed: ReadonlyMap<string, readonly TrialRecord[]>;
  /** Names of environment variables the agent needs and does not have. */
  readonly missing_secrets: readonly string[];
  /** Names of those that stored answers stand in for. */
  readonly replayed_without: readonly string[];
  /** `null`: fail, unless stored answers stand in. */
  readonly on_missing_secrets: 'skip' | 'fail' | null;
  /** True: no usable baseline is an error rather than inconclusive. */
  readonly baseline_required: boolean;
  /** Whether pull requests are compared with this run, if it is a whole one of main; absent: they are. */
  readonly serves_as_baseline?: boolean;
  /** Whether a failure is repeated on the base commit: where that can be run, as a condition of red, or not at all. */
  readonly confirm: 'auto' | 'always' | 'never';
  /** What the commit that a change goes onto says of the policy, which is in `suite` by then; `null`: nobody but the suite itself has a say. */
  readonly policy: PolicyFromBase | null;
}
