import { programChecks } from '#adapters/agents/checks/program-checks.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import type { Programs } from '#adapters/process/programs.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import type { WorkspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import { openResultFolder, readInterruptedRun } from '#adapters/workspace/results/result-folder.ts';
import type { PolicyFromBase } from '#application/base-side/policy-from-base.ts';
import { evaluate } from '#application/evaluate.ts';
import type { Evaluation } from '#application/evaluation.ts';
import type { BaseCommit, Budget, Progress } from '#application/ports.ts';
import { type StoredEvaluation, storeDocuments } from '#application/results/store-documents.ts';
import { interruptedTrials, runIdentity } from '#domain/baseline/resume/interrupted-run.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { withDecision } from '#domain/report/build-report.ts';
import { redactDecision } from '#domain/report/redact-decision.ts';
import { redactComparison } from '#domain/report/redaction/redact-comparison.ts';
import { redactReport } from '#domain/report/redaction/redact-report.ts';
import { redactResults } from '#domain/report/redaction/redact-results.ts';
import { renderDocuments } from '#domain/report/render-documents.ts';
import { createAgent } from './create-agent.ts';
import type { ModelAccess } from './model-access.ts';
import { tracesOf } from './traces.ts';
import type { WorkspaceRequest, WorkspaceResult } from './workspace-request.ts';

/** A loaded suite with everything that its run needs. */
export interface Prepared {
  readonly suite: LoadedSuite;
  /** What the base says of its policy, which is in `suite` already; `null`: nothing. */
  readonly policy: PolicyFromBase | null;
  readonly files: WorkspaceFiles;
  /** Folder of the config, absolute. */
  readonly base: string;
  readonly environment: Environment;
  /** Of its custom checks, on main's side too. */
  readonly check_environment: Environment;
  readonly programs: Programs;
  readonly budget: Budget;
  readonly models: ModelAccess;
  readonly progress: Progress;
  readonly redact: (text: string) => string;
}

/** Runs a suite with its agent, decides, and writes the results. */
export async function evaluateSuite(request: WorkspaceRequest, prepared: Prepared): Promise<WorkspaceResult> {
  const { suite, files, base, environment, programs, budget, models, progress, redact } = prepared;
  const traces = await tracesOf(request, programs);
  const identity = runIdentity(suite, request.facts.commit.sha);
  const resumed = request.resume ? interruptedTrials(await readInterruptedRun(request.output_folder), identity) : null;
  if (resumed && 'problem' in resumed) return { kind: 'refused', problem: resumed.problem };

  const { max: most } = request.trials ?? suite.config.trials;
  const agent = await createAgent(suite, {
    models,
    allowed_hosts: request.allowed_hosts,
    cwd: base,
    environment,
    planned_trials: suite.cases.reduce((sum, one) => sum + (one.trials ?? most), 0),
    progress,
    resolve_file: (path) => files.resolve(files.locate(path)),
  });
  if ('problem' in agent) return { kind: 'refused', problem: redact(agent.problem) };

  const sink = await openResultFolder({
    folder: request.output_folder,
    identity,
    trajectories: request.trajectories,
    append: resumed !== null && resumed.trials.size > 0,
    redact,
  }).catch((error: NodeJS.ErrnoException) => error);
  if (sink instanceof Error) {
    await agent.agent.close();
    const problem = `results can't be written to ${request.output_folder} (${sink.code ?? sink.message}); choose a writable folder`;
    return { kind: 'refused', problem };
  }
  const custom = programChecks({ cwd: base, environment: prepared.check_environment, resolve: programs.resolve });
  try {
    const evaluated = await evaluate(
      {
        ...request,
        suite,
        policy: prepared.policy,
        resumed: resumed?.trials ?? new Map(),
        missing_secrets: models.missing_keys,
        replayed_without: models.replayed_without,
      },
      {
        agent: agent.agent,
        files,
        baselines: request.baselines,
        earlier: request.earlier,
        base: baseOf(request, prepared),
        traces,
        custom,
        sink,
        progress,
        clock: systemClock,
        budget,
        signal: request.signal,
      },
    );
    const evaluation = redactEvaluation(evaluated, redact);
    const keeps = mayKeep(request, evaluation) && (await sink.holdsTrials());
    if (keeps) await sink.keepEarlier();
    const stored = keeps
      ? unwritten(evaluation)
      : await storeDocuments(evaluation, (one) => renderDocuments(one), sink);
    return { kind: 'evaluated', suite, ...stored, kept_earlier: keeps, redact };
  } finally {
    await custom.close();
    for (const ended of await traces.end()) progress.warn(`Stopped programs that the agent had left running: ${ended}`);
    await sink.close();
  }
}

/** What is shown of a run that leaves the folder as it was. */
function unwritten(evaluation: Evaluation): StoredEvaluation {
  return { evaluation, documents: renderDocuments(evaluation), stored: { written: [], problem: null } };
}

/** Without a key, or with an agent that can't start, a run is nothing that results could be replaced by. */
function mayKeep(
  { keeps_results_until_tried: keeps = false }: WorkspaceRequest,
  { results: { cases } }: Evaluation,
): boolean {
  return keeps && cases.every(({ trials }) => trials.length === 0);
}

/** The base commit, where there is a way to its files. */
function baseOf(request: WorkspaceRequest, prepared: Prepared): BaseCommit {
  const { base_source: source } = request;
  if (source === null) return { run: async () => ({ problem: 'there is no repository to take it from' }) };
  const checks = { base: prepared.base, files: prepared.files, environment: prepared.check_environment };
  return {
    // Loaded when a failure is to be confirmed, which is rare.
    run: async (order) =>
      (await import('./base-commit.ts')).createBaseCommit(source, request, { ...prepared, checks }).run(order),
  };
}

/** Data is redacted before it is written in any format: each escapes and cuts in its own way. */
function redactEvaluation(evaluation: Evaluation, redact: (text: string) => string): Evaluation {
  const decision = redactDecision(evaluation.decision, redact);
  return {
    ...evaluation,
    decision,
    report: withDecision(redactReport(evaluation.report, redact), decision),
    results: redactResults(evaluation.results, redact),
    confirmation: evaluation.confirmation && redactResults(evaluation.confirmation, redact),
    comparison: redactComparison(evaluation.comparison, redact),
  };
}
