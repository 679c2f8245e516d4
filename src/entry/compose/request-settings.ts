import type { KeptTrajectories } from '#adapters/workspace/results/result-folder.ts';
import type { BudgetCaps } from '#application/ports.ts';
import type { RunOptions } from '#entry/options/flags.ts';
import type { ActionInputs } from '#entry/options/options.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/** Names of the options that are inputs and flags of `run`, but for two that each entry takes up itself. */
type Shared = Exclude<keyof ActionInputs & keyof RunOptions, 'baseline' | 'failOn' | 'trajectories'>;

/** Values of these options, read by either side. */
export type Settings = { readonly [Name in Shared]: ActionInputs[Name] | RunOptions[Name] } & {
  readonly trajectories: KeptTrajectories;
};

/** What the options of both sides say of a request. A row of the table that is not taken up here does not compile. */
export function settingsOf(settings: Settings) {
  const { config, trials, cases, tags, baselineRequired, confirm, onMissingSecrets, ...models } = settings;
  const { maxCostUsd, maxTokens, maxDuration, maxTrials, allowedHosts, replay, passEnv, ...rest } = models;
  const { trajectories, ...forgotten } = rest;
  return {
    ...(forgotten satisfies Record<string, never>),
    config_path: config,
    selection: { ids: cases, tags },
    trials,
    baseline_required: baselineRequired,
    confirm: confirm === 'job' ? 'never' : confirm,
    on_missing_secrets: onMissingSecrets,
    budget: budgetOf({ maxCostUsd, maxTokens, maxDuration, maxTrials }),
    allowed_hosts: allowedHosts,
    replay,
    pass_env: passEnv,
    trajectories,
  } satisfies Partial<WorkspaceRequest>;
}

/** What a run may cost. */
export function budgetOf(caps: Pick<Settings, 'maxCostUsd' | 'maxTokens' | 'maxDuration' | 'maxTrials'>): BudgetCaps {
  return {
    max_cost_usd: caps.maxCostUsd,
    max_tokens: caps.maxTokens,
    max_duration_ms: caps.maxDuration,
    max_trials: caps.maxTrials,
  };
}
