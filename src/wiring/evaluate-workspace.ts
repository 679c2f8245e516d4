import { join, resolve } from 'node:path';
import { programChecks } from '#adapters/checks/program-checks.ts';
import { type KeptTrajectories, openResultFolder, readInterruptedRun } from '#adapters/files/result-folder.ts';
import { type WorkspaceFiles, workspaceFiles } from '#adapters/files/workspace-files.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { createBudget } from '#application/budget.ts';
import type { RunFacts } from '#application/collect-results.ts';
import type { Evaluation } from '#application/evaluate.ts';
import { evaluate } from '#application/evaluate.ts';
import { type LoadedSuite, loadSuite, type Selection } from '#application/load-suite.ts';
import type { Budget, BudgetCaps } from '#application/model-ports.ts';
import type { BaselineStore, Progress } from '#application/ports.ts';
import { renderDocuments } from '#application/render-documents.ts';
import { interruptedTrials, runIdentity } from '#application/resume.ts';
import type { ReplayConfig } from '#domain/config/config.ts';
import { costProblem } from '#domain/config/cost-problem.ts';
import type { Issue } from '#domain/document/issue.ts';
import { redactComparison } from '#domain/report/redact-comparison.ts';
import { redactReport } from '#domain/report/redact-report.ts';
import { redactResults } from '#domain/report/redact-results.ts';
import { secretRedactor } from '#domain/report/redaction.ts';
import { agentEnvironment } from './agent-environment.ts';
import { createAgent } from './create-agent.ts';
import { type ModelAccess, openModelAccess } from './model-access.ts';
import { redactedProgress } from './redacted-progress.ts';

/** Everything an entry knows before the config is read. Paths are absolute unless said otherwise. */
export interface WorkspaceRequest {
  /** Nothing outside this folder is read. */
  readonly root: string;
  readonly cwd: string;
  /** Relative to `cwd`. */
  readonly config_path: string;
  readonly output_folder: string;
  readonly selection: Selection;
  readonly trials: number | null;
  readonly facts: RunFacts;
  readonly name: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  readonly baselines: BaselineStore;
  readonly baseline_required: boolean;
  readonly on_missing_secrets: 'skip' | 'fail';
  readonly resume: boolean;
  readonly trajectories: KeptTrajectories;
  /** What the run may cost. */
  readonly budget: BudgetCaps;
  /** Hosts beside loopback that a config may send model calls to. */
  readonly allowed_hosts: readonly string[];
  /** In place of the config's `replay`; `null`: the config decides. */
  readonly replay: ReplayConfig['mode'] | null;
  /** Variables of `environment` that agents and custom checks may see besides the standing list. */
  readonly pass_env: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Further values that must not be written anywhere. */
  readonly secrets: readonly string[];
  /** Told every secret value once they are known, so that logs can mask them. */
  readonly hide: (values: readonly string[]) => void;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** What came of it. */
export type WorkspaceResult =
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  | { readonly kind: 'refused'; readonly problem: string }
  | {
      readonly kind: 'evaluated';
      readonly suite: LoadedSuite;
      /** Redacted, as the documents are. */
      readonly evaluation: Evaluation;
      /** As written to the output folder. */
      readonly documents: ReadonlyMap<string, string>;
      readonly redact: (text: string) => string;
    };

/** Loads the suite of a workspace, evaluates it and writes the results; the story both entries share. */
export async function evaluateWorkspace(request: WorkspaceRequest): Promise<WorkspaceResult> {
  const files = workspaceFiles(request.root, request.cwd, request.config_path);
  const loaded = await loadSuite(files, request.config_path, request.selection);
  if ('issues' in loaded) return { kind: 'invalid', issues: loaded.issues };
  const { suite } = loaded;

  const child = agentEnvironment(request, suite);
  if ('problem' in child) return { kind: 'refused', problem: child.problem };
  const { environment } = child;
  const base = resolve(request.cwd, files.locate('.'));
  const secrets = [...new Set([...request.secrets, ...child.secrets])];
  request.hide(secrets);
  const redact = secretRedactor(secrets);
  const progress = redactedProgress(request.progress, redact);
  const cassettes = await files.resolveFolder(files.locate(suite.config.replay.folder));
  if ('problem' in cassettes) return { kind: 'refused', problem: `replay.folder: ${cassettes.problem}` };
  const unpriced = request.budget.max_cost_usd === null ? null : costProblem(suite.config);
  if (unpriced !== null) return { kind: 'refused', problem: `max-cost-usd can't be held: ${unpriced}` };
  const budget = createBudget(request.budget, systemClock);
  const models = await openModelAccess({
    config: suite.config,
    environment: request.environment,
    allowed_hosts: request.allowed_hosts,
    replay: request.replay,
    cassette_folder: cassettes.path,
    budget,
    clock: systemClock,
    redact,
  });
  if ('problem' in models) return { kind: 'refused', problem: redact(models.problem) };
  const { access } = models;
  try {
    return await evaluateSuite(request, { suite, files, base, environment, budget, models: access, progress, redact });
  } finally {
    await access.close().catch((error: Error) => progress.warn(`Closing the way to the models: ${error.message}`));
  }
}

interface Prepared {
  readonly suite: LoadedSuite;
  readonly files: WorkspaceFiles;
  /** Folder of the config, absolute. */
  readonly base: string;
  readonly environment: Environment;
  readonly budget: Budget;
  readonly models: ModelAccess;
  readonly progress: Progress;
  readonly redact: (text: string) => string;
}

async function evaluateSuite(request: WorkspaceRequest, prepared: Prepared): Promise<WorkspaceResult> {
  const { suite, files, base, environment, budget, models, progress, redact } = prepared;
  const agent = await createAgent(suite, {
    models,
    allowed_hosts: request.allowed_hosts,
    cwd: base,
    environment,
    planned_trials: suite.cases.reduce((sum, one) => sum + (one.trials ?? request.trials ?? suite.config.trials), 0),
    progress,
    resolve_file: (path) => files.resolve(files.locate(path)),
  });
  if ('problem' in agent) return { kind: 'refused', problem: redact(agent.problem) };

  const identity = runIdentity(suite, request.facts.commit.sha);
  const resumed = request.resume ? interruptedTrials(await readInterruptedRun(request.output_folder), identity) : null;
  if (resumed && 'problem' in resumed) return { kind: 'refused', problem: resumed.problem };

  const sink = await openResultFolder({
    folder: request.output_folder,
    identity,
    trajectories: request.trajectories,
    append: resumed !== null && resumed.trials.size > 0,
    redact,
  }).catch((error: NodeJS.ErrnoException) => error);
  if (sink instanceof Error) {
    await agent.agent.close();
    const problem = `results can't be written to ${request.output_folder} (${sink.code ?? sink.message}); name a folder that can be written to`;
    return { kind: 'refused', problem };
  }
  try {
    const evaluated = await evaluate(
      { ...request, suite, resumed: resumed?.trials ?? new Map(), missing_secrets: models.missing_keys },
      {
        agent: agent.agent,
        files,
        baselines: request.baselines,
        custom: programChecks({ cwd: base, environment }),
        sink,
        progress,
        clock: systemClock,
        budget,
        signal: request.signal,
      },
    );
    const evaluation = redactEvaluation(evaluated, redact);
    const documents = renderDocuments(evaluation);
    await sink.finish(documents);
    return { kind: 'evaluated', suite, evaluation, documents, redact };
  } finally {
    await sink.close();
  }
}

/** Where results go when nothing else is said. */
export function outputFolder(cwd: string, named: string | undefined): string {
  return resolve(cwd, named ?? join('agent-eval-results'));
}

/** Data is redacted before it is written in any format: each escapes and cuts in its own way. */
function redactEvaluation(evaluation: Evaluation, redact: (text: string) => string): Evaluation {
  const report = redactReport(evaluation.report, redact);
  return {
    ...evaluation,
    report,
    results: redactResults(evaluation.results, redact),
    comparison: redactComparison(evaluation.comparison, redact),
    decision: { ...evaluation.decision, title: report.title, reasons: report.reasons },
  };
}
