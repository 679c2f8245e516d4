import type { Selection } from '#cases/suite/selection/shard.ts';
import type { Issue } from '#common/document/issue.ts';
import type { PullLabels } from '#config/base-rules/pull-labels.ts';
import type { ReplayConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ExplainRules } from '#gate/lines/explain-rules.ts';
import type { BaselineStore, Budget, BudgetCaps, EarlierResults, ForeignWritings } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import type { PolicySource } from '#runner/base-side/policy-from-base.ts';
import type { StoredEvaluation } from '#runner/concluding/store-documents.ts';
import type { RunNames } from '#runner/request/evaluate-request.ts';
import type { RunOrigin } from '#runner/results/collect-results.ts';
import type { KeptTrajectories } from '#runner/workspace/results/result-folder.ts';
import type { Prices } from '#trials/prices/prices.ts';
import type { TrialRange } from '#trials/trial/trial-range.ts';
import type { BaseCommitSource } from './base-source.ts';

/** The folders of a run, absolute unless said otherwise. */
export interface RunFolders {
  /** Nothing outside this folder is read. */
  readonly root: string;
  readonly cwd: string;
  /** Relative to `cwd`. */
  readonly config_path: string;
  readonly output_folder: string;
  /** Nobody else works in these folders during the run, as in a job: processes left there may be ended. */
  readonly alone: boolean;
}

/** What of the suite runs, and how often. */
export interface RunScope {
  readonly selection: Selection;
  /** Replaces the config's. */
  readonly trials: TrialRange | null;
  /** Every case runs, whatever the change can reach; absent: those that it can reach. */
  readonly run_all?: boolean;
  /** Labels of the pull request; absent: it is none. */
  readonly labels?: PullLabels;
}

/** What the run is compared with, and whose rules apply. */
export interface RunComparison {
  readonly baselines: BaselineStore;
  /** `null`: earlier runs of this commit are ignored. */
  readonly earlier: EarlierResults | null;
  readonly baseline_required: boolean;
  /** Whether pull requests are compared with this run, if it is a complete one of main; absent: they are. */
  readonly serves_as_baseline?: boolean;
  /** Whether a failure is repeated on the base commit: if that can be run, as a condition of red, or not at all. */
  readonly confirm: 'auto' | 'job' | 'never';
  /** Where the base commit's files come from; `null`: nowhere. */
  readonly base_source: BaseCommitSource | null;
  /** Of the commit that `--against` names: caps go by them too. A policy's source has its own. */
  readonly base_prices?: Prices | undefined;
  /** Finds the source of a change's policy; `null`: it is no change, and its own applies. */
  readonly policy_source: (() => Promise<PolicySource | null>) | null;
}

/** What stays on disk, and what is taken up from there. */
export interface RunStorage {
  readonly resume: boolean;
  readonly trajectories: KeptTrajectories;
  /** Results of an earlier run in the output folder are replaced only by a run that tried something; absent: by every run. */
  readonly keeps_results_until_tried?: boolean;
  /** Verdicts of the judge are remembered in the output folder, which only the user writes to; absent: only during the run. */
  readonly remembers_verdicts?: boolean;
  /** Workspaces of trials that did not pass stay; absent: they are removed. */
  readonly keeps_workspaces?: boolean;
}

/** What models, agents and programs may reach and see. */
export interface RunAccess {
  /** Hosts besides loopback that a config may send model calls to. */
  readonly allowed_hosts: readonly string[];
  /** Replaces the config's `replay`; `null`: the config decides. */
  readonly replay: ReplayConfig['mode'] | null;
  /** Variables of `environment` that agents and custom checks may see besides the fixed list. */
  readonly pass_env: readonly string[];
  /** Variables of `environment` that MCP servers may see and the agent may not; absent: none. */
  readonly mcp_env?: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `null`: fail, unless answers are stored. */
  readonly on_missing_secrets: 'skip' | 'fail' | null;
  /** Further values that must not be written anywhere. */
  readonly secrets: readonly string[];
  /** Gets every secret value once they are known, so that logs can mask them. */
  readonly hide: (values: readonly string[]) => void;
}

/** Everything an entry knows before the config is read. */
export interface WorkspaceRequest {
  readonly folders: RunFolders;
  readonly scope: RunScope;
  readonly facts: RunOrigin;
  readonly names: RunNames;
  readonly comparison: RunComparison;
  readonly storage: RunStorage;
  readonly access: RunAccess;
  /** The caps of the run. */
  readonly budget: BudgetCaps;
  /** One budget for several runs, with these caps; absent: this run has its own. */
  readonly shared_budget?: Budget;
  /** Searches which lines broke a case, whatever the config says; `null`: never; absent: the config decides. */
  readonly explain?: ExplainRules | null;
  /** Removes what others have written to files of the runner, and names these; absent: there is no runner. */
  readonly foreign_writings?: ForeignWritings;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The result of a request. */
export type WorkspaceResult =
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  | { readonly kind: 'refused'; readonly problem: string }
  | EvaluatedSuite;

/** A finished evaluation, redacted like its documents. */
export interface EvaluatedSuite extends StoredEvaluation {
  readonly kind: 'evaluated';
  readonly suite: LoadedSuite;
  /** Nothing was tried, so the output folder still has the results of an earlier run. */
  readonly kept_earlier: boolean;
  readonly redact: (text: string) => string;
}
