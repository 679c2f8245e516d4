import { relative, sep } from 'node:path';
import { systemClock } from '#adapters/terminal/clock.ts';
import { terminalProgress } from '#adapters/terminal/progress.ts';
import { repositoryFacts } from '#adapters/workspace/git/repository-facts.ts';
import type { KeptTrajectories } from '#adapters/workspace/results/result-folder.ts';
import { exitCode, type FailOn } from '#application/concluding/exit-code.ts';
import { noBaseline } from '#application/no-baseline.ts';
import type { BudgetCaps } from '#application/ports.ts';
import { createBudget } from '#application/running/budget.ts';
import type { ReplayConfig } from '#domain/config/config.ts';
import { decisionJson } from '#domain/gate/numbers/decision-json.ts';
import type { JsonObject } from '#domain/json.ts';
import { renderTerminal } from '#domain/report/render-terminal.ts';
import type { TrialRange } from '#domain/trial/trial-range.ts';
import { abortOnSignals } from '#entry/compose/abort-on-signals.ts';
import { localBaseSource } from '#entry/compose/base-source.ts';
import { evaluateWorkspace, outputFolder } from '#entry/compose/evaluate-workspace.ts';
import type { WorkspaceRequest, WorkspaceResult } from '#entry/compose/workspace-request.ts';
import { TOOL } from '../tool.ts';
import { baselineAgainst } from './baseline-against.ts';
import { chosenBaseline, NONE_NAMED } from './chosen-baseline.ts';
import { commandName } from './command-name.ts';
import { EXIT } from './exit.ts';
import { printJson } from './print-json.ts';
import { say, sayIssues } from './say.ts';
import { workspaceRoot } from './workspace-root.ts';

/** Options of `agent-eval run`, as they are parsed. */
export interface RunOptions {
  readonly config: string;
  readonly output?: string;
  readonly trials?: TrialRange;
  readonly cases: readonly string[];
  readonly tags: readonly string[];
  readonly baseline?: readonly string[];
  readonly against?: string;
  readonly confirm: 'auto' | 'always' | 'never';
  readonly baselineRequired: boolean;
  readonly failOn?: FailOn;
  readonly onMissingSecrets?: 'skip' | 'fail';
  readonly maxCostUsd?: number;
  readonly maxTokens?: number;
  readonly maxDuration?: number;
  readonly maxTrials?: number;
  readonly allowedHosts: readonly string[];
  readonly replay?: ReplayConfig['mode'];
  readonly passEnv: readonly string[];
  readonly trajectories: KeptTrajectories;
  readonly resume: boolean;
  readonly json: boolean;
}

/** What `agent-eval run` does. */
export async function runSuite(options: RunOptions): Promise<void> {
  const cwd = process.cwd();
  const folder = outputFolder(cwd, options.output);
  const stop = abortOnSignals(() => {
    say('\nInterrupted: no new trial is started; those that run are ended, and what is known is reported');
  });
  try {
    const request = await requestOf(options, cwd, folder, stop.signal);
    const chosen =
      options.against === undefined
        ? await chosenBaseline(cwd, options.baseline, folder)
        : await baselineAgainst(options.against, request);
    if ('problem' in chosen) {
      say(`agent-eval: ${chosen.problem}`);
      process.exitCode = stop.code() ?? EXIT.usage;
      return;
    }
    const resume = request.resume && !chosen.made;
    const result = await evaluateWorkspace({ ...request, baselines: chosen.store, resume });
    process.exitCode = endOf(result, options, relative(cwd, folder) || '.', stop.code());
  } finally {
    stop.release();
  }
}

/** Prints what came of it; returns the exit code. */
function endOf(result: WorkspaceResult, options: RunOptions, folder: string, interrupted: number | null): number {
  if (result.kind === 'invalid') {
    sayIssues(result.issues);
    return EXIT.usage;
  }
  if (result.kind === 'refused') {
    say(`agent-eval: ${result.problem}`);
    return EXIT.usage;
  }
  const { decision, comparison, report } = result.evaluation;
  const people = options.json ? process.stderr : process.stdout;
  people.write(`${renderTerminal(report, { colours: people.isTTY === true })}\n`);
  const isStored = result.stored.problem === null;
  if (isStored) say(whereResultsAre(result, folder));
  if (interrupted !== null && isStored) say('Interrupted; the same command with --resume goes on from here');
  if (options.json) printJson(decisionJson(decision, comparison));
  const failOn = options.failOn ?? (result.suite.config.gate.on_inconclusive === 'fail' ? 'inconclusive' : 'fail');
  return interrupted ?? exitCode(decision.verdict, failOn);
}

function whereResultsAre({ kept_earlier: kept, evaluation }: Evaluated, folder: string): string {
  if (kept) return `Nothing was tried: ${folder}${sep} still holds the results of the run before`;
  const keep = `"${commandName()} baseline save NAME" keeps them to compare with`;
  return `Results: ${folder}${sep}${evaluation.decision.verdict === 'error' ? '' : ` (${keep})`}`;
}

type Evaluated = Extract<WorkspaceResult, { kind: 'evaluated' }>;

async function requestOf(
  options: RunOptions,
  cwd: string,
  folder: string,
  signal: AbortSignal,
): Promise<WorkspaceRequest> {
  const repository = await repositoryFacts(cwd);
  return {
    root: await workspaceRoot(cwd, options.config),
    cwd,
    config_path: options.config,
    output_folder: folder,
    keeps_results_until_tried: true,
    alone: false,
    selection: { ids: options.cases, tags: options.tags },
    trials: options.trials ?? null,
    facts: {
      tool: TOOL,
      repository: null,
      commit: { sha: repository.sha, ref: repository.ref, head_sha: null, base_sha: null, pull_request: null },
      run: {
        id: null,
        attempt: 1,
        event: null,
        workflow: null,
        key: null,
        side: 'candidate',
        ...selectionFacts(options),
      },
    },
    name: null,
    repository_url: null,
    run_url: null,
    baselines: noBaseline(NONE_NAMED),
    earlier: null,
    confirm: options.confirm,
    base_source: await localBaseSource(cwd),
    policy_source: null,
    baseline_required: options.baselineRequired,
    on_missing_secrets: options.onMissingSecrets ?? null,
    resume: options.resume,
    trajectories: options.trajectories,
    ...modelOptions(options),
    pass_env: options.passEnv,
    environment: process.env,
    secrets: [],
    hide() {},
    progress: terminalProgress(process.stderr, () => performance.now()),
    signal,
  };
}

/** Stored with the results, so that a part of a suite is not taken for the whole. */
function selectionFacts({ cases, tags }: RunOptions): { readonly inputs?: JsonObject } {
  return cases.length + tags.length === 0 ? {} : { inputs: { cases, tags } };
}

/** What the models may cost, whom they may be, and whether stored answers stand in for them. */
function modelOptions(options: RunOptions) {
  const budget: BudgetCaps = {
    max_cost_usd: options.maxCostUsd ?? null,
    max_tokens: options.maxTokens ?? null,
    max_duration_ms: options.maxDuration ?? null,
    max_trials: options.maxTrials ?? null,
  };
  return {
    budget,
    purse: createBudget(budget, systemClock),
    allowed_hosts: options.allowedHosts,
    replay: options.replay ?? null,
  };
}
