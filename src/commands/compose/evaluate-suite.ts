import { systemClock } from '#commands/terminal/clock.ts';
import { readLabels } from '#config/base-rules/pull-labels.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { runIdentity } from '#gate/baseline/resume/interrupted-run.ts';
import type { Judge } from '#ports/grader-ports.ts';
import type { BaseCommit, Budget } from '#ports/ports.ts';
import { growForTrials } from '#process/heap-growth.ts';
import type { Programs } from '#process/programs.ts';
import { renderDocuments } from '#report/outputs/render-documents.ts';
import { redactResults } from '#report/redaction/redact-data.ts';
import { redactVerdict } from '#report/redaction/redact-verdict.ts';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import type { PolicyFromBase } from '#runner/base-side/policy-from-base.ts';
import { storeDocuments } from '#runner/concluding/store-documents.ts';
import { evaluate } from '#runner/evaluate.ts';
import type { EvaluateRequest } from '#runner/request/evaluate-request.ts';
import type { Evaluation } from '#runner/request/evaluation.ts';
import type { WorkspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { openResultFolder } from '#runner/workspace/results/result-folder.ts';
import { createBaseCommit, type HeadSide } from './base-commit.ts';
import { checkEnvironment } from './check-environment.ts';
import { explainedEvaluation } from './explained-evaluation.ts';
import { withEmbedding } from './models/with-embedding.ts';
import type { AgentWithModels } from './open-agent.ts';
import { withWorkspaces } from './open-workspaces.ts';
import { leftoversOf } from './traces.ts';
import type { RunStorage, WorkspaceRequest, WorkspaceResult } from './workspace-request.ts';

/** A loaded suite with everything that its run needs. */
export interface Prepared {
  readonly suite: LoadedSuite;
  /** The base's policy, which is already applied to `suite`; `null`: there is none. */
  readonly policy: PolicyFromBase | null;
  readonly files: WorkspaceFiles;
  /** Folder of the config, absolute. */
  readonly base: string;
  readonly programs: Programs;
  readonly budget: Budget;
  /** Finished trials of an interrupted run, by case id. */
  readonly resumed: EvaluateRequest['resumed'];
  /** Its agent, which the caller closes. */
  readonly opened: AgentWithModels;
}

/** Runs a suite with its agent, decides, and writes the results. */
export async function evaluateSuite(request: WorkspaceRequest, prepared: Prepared): Promise<WorkspaceResult> {
  const { folders, scope, comparison, access } = request;
  const { policy, files, base, programs, budget, resumed, opened } = prepared;
  const { suite, withheld, notes } = readLabels(scope.labels, prepared.suite, policy?.origin.kind === 'base');
  const { models, progress, redact } = opened;
  const custom = withEmbedding(
    programChecks({ cwd: base, environment: checkEnvironment(access, suite, policy), resolve: programs.resolve }),
    opened.models,
  );
  const traces = await leftoversOf(request, programs, () => custom.close());
  const sink = await openResultFolder({
    folder: folders.output_folder,
    identity: runIdentity(suite, request.facts.commit.sha),
    trajectories: request.storage.trajectories,
    append: resumed.size > 0,
    incident: () => opened.agent.incident?.() ?? null,
    redact,
  }).catch((error: NodeJS.ErrnoException) => error);
  if (sink instanceof Error) {
    const problem = `results can't be written to ${folders.output_folder} (${sink.code ?? sink.message}); choose a writable folder`;
    return { kind: 'refused', problem };
  }
  const endPrograms = async () => {
    for (const ended of await traces.end()) progress.warn(`Stopped programs that the agent had left running: ${ended}`);
  };
  const { foreign_writings: foreign } = request;
  const head = {
    ...opened,
    ...judgeOf(models.judge),
    suite,
    side: 'base',
    programs,
    budget,
    workspace_files: files,
  } as const;
  const endTrials = growForTrials();
  try {
    const evaluated = await evaluate(
      {
        ...scope,
        ...comparison,
        facts: request.facts,
        names: request.names,
        notes,
        ...(withheld !== null && { withheld }),
        suite,
        policy,
        resumed,
        secrets: {
          missing: models.missing_keys,
          replayed: models.replayed_without,
          on_missing: access.on_missing_secrets,
        },
      },
      {
        agent: opened.agent,
        files,
        baselines: comparison.baselines,
        earlier: comparison.earlier,
        base: baseOf(request, head),
        traces,
        custom,
        ...judgeOf(models.judge),
        ...(models.auditor === null ? {} : { auditor: models.auditor }),
        sink: withWorkspaces(sink, opened.workspaces),
        progress,
        clock: systemClock,
        budget,
        signal: request.signal,
        ...(foreign === undefined
          ? {}
          : {
              async foreign_writings() {
                await endPrograms();
                return foreign();
              },
            }),
      },
    );
    endTrials();
    const evaluation = await explainedEvaluation(redactEvaluation(evaluated, redact), request, head);
    const keeps = mayKeep(request.storage, evaluation) && (await sink.holdsTrials());
    if (keeps) await sink.keepEarlier();
    const stored = keeps
      ? { evaluation, stored: { names: [], problem: null } }
      : await storeDocuments(evaluation, (item) => renderDocuments(item), sink);
    return { kind: 'evaluated', suite, ...stored, kept_earlier: keeps, redact };
  } finally {
    await endPrograms();
    await sink.close();
  }
}

function judgeOf(judge: Judge | null): { readonly judge?: Judge } {
  return judge === null ? {} : { judge };
}

/** A run without a key, or with an agent that can't start, has nothing that should replace earlier results. */
function mayKeep(
  { keeps_results_until_tried: keeps = false }: RunStorage,
  { results: { cases } }: Evaluation,
): boolean {
  return keeps && cases.every(({ trials }) => trials.length === 0);
}

/** The base commit, if its files are available. */
function baseOf(request: WorkspaceRequest, head: HeadSide): BaseCommit {
  const { base_source: source } = request.comparison;
  if (source === null)
    return {
      run: async () => ({ problem: 'there is no repository to take it from' }),
      rest: async () => [],
      renew: async () => false,
      async close() {},
    };
  return createBaseCommit(source, request, { ...head, budget: head.budget.of_main });
}

/** Data is redacted before it is written in any format, because each format escapes and truncates in its own way. */
function redactEvaluation(evaluation: Evaluation, redact: (text: string) => string): Evaluation {
  return {
    ...evaluation,
    ...redactVerdict(evaluation, redact),
    results: redactResults(evaluation.results, redact),
    confirmation: evaluation.confirmation && redactResults(evaluation.confirmation, redact),
  };
}
