import type { RunOptions } from '#commands/options/flags.ts';
import type { ActionInputs } from '#commands/options/inputs.ts';
import type { BudgetCaps } from '#ports/ports.ts';
import type { KeptTrajectories } from '#runner/workspace/results/result-folder.ts';
import type { RunAccess, RunComparison, RunScope } from './workspace-request.ts';

/** Names of the options that are both inputs and flags of `run`, except those that each entry handles itself. */
type Shared = Exclude<keyof ActionInputs & keyof RunOptions, 'agents' | 'baseline' | 'failOn' | 'trajectories'>;

/** Values of these options, read by either side. */
export type Settings = { readonly [Name in Shared]: ActionInputs[Name] | RunOptions[Name] } & {
  readonly trajectories: KeptTrajectories;
};

/** The part of a request that comes from the options of both sides. A row of the table that is not used here does not compile. */
export function settingsOf(settings: Settings) {
  const { config, trials, cases, tags, runAll, baselineRequired, confirm, onMissingSecrets, ...models } = settings;
  const { maxCostUsd, maxTokens, maxDuration, maxTrials, allowedHosts, replay, passEnv, mcpEnv, ...rest } = models;
  const { trajectories, ...forgotten } = rest;
  return {
    ...(forgotten satisfies Record<string, never>),
    config_path: config,
    scope: { selection: { ids: cases, tags }, trials, run_all: runAll } satisfies RunScope,
    comparison: { baseline_required: baselineRequired, confirm: confirm ?? 'never' } satisfies Partial<RunComparison>,
    access: {
      on_missing_secrets: onMissingSecrets === 'auto' ? null : onMissingSecrets,
      allowed_hosts: allowedHosts,
      replay,
      pass_env: passEnv,
      mcp_env: mcpEnv,
    } satisfies Partial<RunAccess>,
    budget: budgetOf({ maxCostUsd, maxTokens, maxDuration, maxTrials }),
    trajectories,
  };
}

/** The caps of a run. */
export function budgetOf(caps: Pick<Settings, 'maxCostUsd' | 'maxTokens' | 'maxDuration' | 'maxTrials'>): BudgetCaps {
  return {
    max_cost_usd: caps.maxCostUsd,
    max_tokens: caps.maxTokens,
    max_duration_ms: caps.maxDuration,
    max_trials: caps.maxTrials,
  };
}
