import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { WithheldFacts } from '#gate/decision/facts/circumstance-facts.ts';
import type {
  AgentUnavailableError,
  BaseCommit,
  BaselineStore,
  EarlierResults,
  ForeignWritings,
  RunLeftovers,
  SuiteFiles,
} from '#ports/ports.ts';
import type { ExecutionPorts } from '#runner/trials/execute-suite.ts';
import type { TrialRange } from '#trials/trial/trial-range.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { PolicyFromBase } from '../base-side/policy-from-base.ts';
import type { RunOrigin } from '../results/collect-results.ts';

/** What readers of a report see of where it comes from. */
export interface RunNames {
  /** In the headline; `null`: the config path. */
  readonly name: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  /** How the reader starts this program. */
  readonly program: readonly string[];
  /** Where paths of the run begin, from the root of the repository; absent: there. */
  readonly folder?: string;
  /** The name of the default branch; absent: main. */
  readonly main?: string;
}

/** Variables that a run needs and does not have, by name. */
export interface LackedSecrets {
  readonly missing: readonly string[];
  /** Those that stored answers replace. */
  readonly replayed: readonly string[];
  /** `null`: fail, unless answers are stored. */
  readonly on_missing: 'skip' | 'fail' | null;
}

/** What to evaluate. */
export interface EvaluateRequest {
  readonly suite: LoadedSuite;
  /** Trials per case instead of the config's. */
  readonly trials: TrialRange | null;
  readonly facts: RunOrigin;
  readonly names: RunNames;
  readonly resumed: ReadonlyMap<string, readonly TrialRecord[]>;
  readonly secrets: LackedSecrets;
  /** Notes on how it was started, a sentence each. */
  readonly notes?: readonly string[];
  /** Why nothing is evaluated; absent: it is. */
  readonly withheld?: WithheldFacts;
  /** True: a missing baseline is an error, not inconclusive. */
  readonly baseline_required: boolean;
  /** Whether pull requests are compared with this run, if it is a complete one of main; absent: they are. */
  readonly serves_as_baseline?: boolean;
  /** Why the tests of a runner are not known, so that nothing can run; absent: nothing is in the way. */
  readonly unavailable?: AgentUnavailableError;
  /**
   * Whether what looks worse is tried again next to the base commit: here if that can be run, in part here and in part by the job that merges, or
   * not at all.
   */
  readonly confirm: 'auto' | 'job' | 'never';
  /** Every case runs, whatever the change can reach; absent: those that it can reach. */
  readonly run_all?: boolean;
  /** What the base commit says about the policy, already applied to `suite`; `null`: only the suite's own policy applies. */
  readonly policy: PolicyFromBase | null;
}

/** Everything that an evaluation uses. */
export interface EvaluatePorts extends ExecutionPorts {
  readonly baselines: BaselineStore;
  /** `null`: earlier runs of the same content are ignored. */
  readonly earlier: EarlierResults | null;
  readonly base: BaseCommit;
  readonly traces: RunLeftovers;
  readonly files: SuiteFiles;
  /** Asked once all programs have ended; absent: there are no such files. */
  readonly foreign_writings?: ForeignWritings;
}
