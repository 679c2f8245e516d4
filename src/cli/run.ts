import { relative, sep } from 'node:path';
import { fileBaselines } from '#adapters/baseline/file-baselines.ts';
import { noBaseline } from '#adapters/baseline/no-baseline.ts';
import { repositoryFacts } from '#adapters/files/repository-facts.ts';
import type { KeptTrajectories } from '#adapters/files/result-folder.ts';
import { terminalProgress } from '#adapters/terminal/progress.ts';
import { exitCode, type FailOn } from '#application/concluding/exit-code.ts';
import type { BudgetCaps } from '#application/model-ports.ts';
import type { BaselineStore } from '#application/ports.ts';
import type { ReplayConfig } from '#domain/config/config.ts';
import { decisionJson } from '#domain/gate/decision-json.ts';
import { renderTerminal } from '#domain/report/render-terminal.ts';
import type { TrialRange } from '#domain/trial/trial-range.ts';
import { abortOnSignals } from '../wiring/abort-on-signals.ts';
import { localBaseSource } from '../wiring/base-source.ts';
import { evaluateWorkspace, outputFolder } from '../wiring/evaluate-workspace.ts';
import { TOOL } from '../wiring/tool.ts';
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
  const baselines = await namedBaseline(options.baseline);
  if ('problem' in baselines) {
    say(`agent-eval: ${baselines.problem}`);
    process.exitCode = EXIT.usage;
    return;
  }
  const cwd = process.cwd();
  const repository = await repositoryFacts(cwd);
  const stop = abortOnSignals();
  const folder = outputFolder(cwd, options.output);
  const result = await evaluateWorkspace({
    root: await workspaceRoot(cwd, options.config),
    cwd,
    config_path: options.config,
    output_folder: folder,
    selection: { ids: options.cases, tags: options.tags },
    trials: options.trials ?? null,
    facts: {
      tool: TOOL,
      repository: null,
      commit: { sha: repository.sha, ref: repository.ref, head_sha: null, base_sha: null, pull_request: null },
      run: { id: null, attempt: 1, event: null, workflow: null, key: null, side: 'candidate' },
    },
    name: null,
    repository_url: null,
    run_url: null,
    baselines,
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
    signal: stop.signal,
  });
  stop.release();

  if (result.kind === 'invalid') {
    sayIssues(result.issues);
    process.exitCode = EXIT.usage;
  } else if (result.kind === 'refused') {
    say(`agent-eval: ${result.problem}`);
    process.exitCode = EXIT.usage;
  } else {
    const { decision, comparison, report } = result.evaluation;
    const people = options.json ? process.stderr : process.stdout;
    people.write(`${renderTerminal(report, { colours: people.isTTY === true })}\n`);
    const serves = decision.verdict === 'error' ? '' : ' (its results.json serves as --baseline later)';
    const isStored = result.stored.problem === null;
    if (isStored) say(`Results: ${relative(cwd, folder) || '.'}${sep}${serves}`);
    if (stop.code() !== null && isStored) say('Interrupted; the same command with --resume goes on from here');
    if (options.json) printJson(decisionJson(decision, comparison));
    const failOn = options.failOn ?? (result.suite.config.gate.on_inconclusive === 'fail' ? 'inconclusive' : 'fail');
    process.exitCode = stop.code() ?? exitCode(decision.verdict, failOn);
  }
}

/** A file that was named and can't be read is a mistake of the command, better known before anything is paid for. */
async function namedBaseline(
  paths: readonly string[] | undefined,
): Promise<BaselineStore | { readonly problem: string }> {
  if (paths === undefined) return noBaseline('none was named (--baseline FILE)');
  const store = fileBaselines(paths);
  const lookup = await store.find();
  return lookup.kind === 'none' ? { problem: `--baseline: ${lookup.reason}` } : { ...store, find: async () => lookup };
}

/** What the models may cost, whom they may be, and whether stored answers stand in for them. */
function modelOptions(options: RunOptions) {
  const budget: BudgetCaps = {
    max_cost_usd: options.maxCostUsd ?? null,
    max_tokens: options.maxTokens ?? null,
    max_duration_ms: options.maxDuration ?? null,
    max_trials: options.maxTrials ?? null,
  };
  return { budget, allowed_hosts: options.allowedHosts, replay: options.replay ?? null };
}
