import { PROVIDER_KEYS } from '#commands/compose/agent-environment.ts';
import { createBaseCommit } from '#commands/compose/base-commit.ts';
import { redactedProgress } from '#commands/compose/redacted-progress.ts';
import { budgetOf } from '#commands/compose/request-settings.ts';
import type { EvaluatedSuite } from '#commands/compose/workspace-request.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { readLabels } from '#config/base-rules/pull-labels.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { leanShard } from '#gate/baseline/results/lean-results.ts';
import { artifactName } from '#github/artifacts/artifact-name.ts';
import { shardTrajectories } from '#github/artifacts/artifact-trajectories.ts';
import { shardResults } from '#github/artifacts/shard-results.ts';
import { maskSecrets } from '#github/log/mask.ts';
import type { Progress } from '#ports/progress.ts';
import { collectGarbage } from '#process/collect-garbage.ts';
import { readPrograms } from '#process/programs.ts';
import { type DocumentText, renderDocuments } from '#report/outputs/render-documents.ts';
import { redactResults } from '#report/redaction/redact-data.ts';
import { redactVerdict } from '#report/redaction/redact-verdict.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import type { MergedSides } from '#runner/again/try-again-merged.ts';
import { policyFromBase } from '#runner/base-side/policy-from-base.ts';
import { storeDocuments } from '#runner/concluding/store-documents.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { mergeRun } from '#runner/merge.ts';
import type { MergedRun } from '#runner/merging/merge-request.ts';
import type { Evaluation } from '#runner/request/evaluation.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { openResultFolder } from '#runner/workspace/results/result-folder.ts';
import { storageProblem } from '#runner/workspace/results/storage-problem.ts';
import { githubEarlierResults } from './earlier-results.ts';
import { githubBaseSource } from './github-base-source.ts';
import { githubBaseline, servesAsBaseline } from './github-baseline.ts';
import { githubFacts, githubNames, githubSelection, labelsOf } from './github-facts.ts';
import { githubTarget } from './github-target.ts';
import { githubPolicySource } from './policy-from-base.ts';
import { publishToGithub } from './publish/publish-to-github.ts';
import { endOfProblem, endOfVerdict, type LiveSession, type ModeEnd, showCheckRun } from './publish/show-check-run.ts';
import { refuseConfig } from './refuse-config.ts';
import type { GithubSession } from './session/github-session.ts';
import { withoutArtifacts } from './without-artifacts.ts';

/** `mode: merge`: combines the shards of this workflow run, decides and publishes like a run. Returns the exit code. */
export async function mergeOnGithub(session: GithubSession): Promise<number> {
  return showCheckRun(session, mergeAndPublish);
}

async function mergeAndPublish(session: LiveSession): Promise<ModeEnd> {
  const { run, api, publishing, runner_files, stop } = session;
  const { inputs, context, cwd } = run;
  const files = workspaceFiles(context.workspace, cwd, inputs.config);
  const loaded = await loadSuite(files, inputs.config, githubSelection(run));
  if ('issues' in loaded) {
    await refuseConfig(loaded.issues, session);
    return endOfProblem("the config or the cases can't be used; the job summary lists why");
  }
  const redact = secretRedactor(secretsOf(session, loaded.suite));
  const progress = redactedProgress(session.progress, redact);
  const target = githubTarget(run, api);
  const source = await githubPolicySource(run, api, target);
  const basis = source === null ? { suite: loaded.suite, policy: null } : await policyFromBase(loaded.suite, source);
  const { suite } = readLabels(labelsOf(run), basis.suite, basis.policy?.origin.kind === 'base');
  const ruled = { ...basis, suite };

  const baselines = withoutArtifacts(run, githubBaseline(run, api, target));
  collectGarbage();
  const shards = shardResults({
    github: api,
    repository: context.repository,
    artifactName: artifactName('results', inputs.key),
    runId: context.runId,
    keep(results) {
      const merged = redactResults(leanShard(results), redact);
      collectGarbage();
      return merged;
    },
  });
  const stored = {
    github: api,
    repository: context.repository,
    trajectoriesName: artifactName('trajectories', inputs.key),
  };
  const trajectories = () => shardTrajectories(stored, context.runId);
  const merged = await mergeRun(
    {
      ...ruled,
      names: githubNames(run),
      trials: inputs.trials,
      facts: githubFacts(run),
      baseline_required: inputs.baselineRequired,
      run_all: inputs.runAll,
      serves_as_baseline: servesAsBaseline(run),
      redact,
    },
    {
      files,
      shards,
      trajectories,
      baselines,
      earlier: githubEarlierResults(run, api),
      sides: inputs.confirm === 'job' ? await mergedSides(session, ruled.suite, { progress, redact }) : null,
      progress,
      clock: systemClock,
      signal: stop.signal,
      relieve: collectGarbage,
    },
  );
  const result = await write(session, ruled.suite, merged, redact);
  collectGarbage();
  const html = { baselines, here: trajectories };
  await session.progress.settled();
  const report = await publishToGithub(run, result, {
    api: publishing,
    lastWords: session.lastWords,
    progress,
    runner_files,
    html,
    signal: stop.signal,
  });
  return endOfVerdict(session, report, result.evaluation);
}

/** No agent runs here, so none needs secrets; if the environment has some, they are still written nowhere. */
function secretsOf(
  { run: { inputs }, environment }: GithubSession,
  { config: { agent } }: LoadedSuite,
): readonly string[] {
  const names = [...inputs.passEnv, ...inputs.mcpEnv, ...agent.needs, ...PROVIDER_KEYS];
  const secrets = [...new Set([inputs.githubToken, ...names.flatMap((name) => environment[name] ?? [])])];
  maskSecrets(secrets);
  return secrets;
}

async function write(
  { run }: GithubSession,
  suite: LoadedSuite,
  { evaluation, results_parts: parts }: MergedRun,
  redact: (text: string) => string,
): Promise<EvaluatedSuite> {
  collectGarbage();
  // Shards and suite were redacted before they were combined.
  const redacted = { ...evaluation, ...redactVerdict(evaluation, redact) };
  const { output_folder: folder } = run;
  const options = { folder, identity: { mode: 'merge' }, trajectories: 'none', append: false, redact } as const;
  const sink = await openResultFolder(options).catch((error: unknown) => noFolder(storageProblem(error, folder)));
  const render = (evaluation: Evaluation): ReadonlyMap<string, DocumentText> => {
    const documents = renderDocuments(evaluation, parts);
    collectGarbage();
    return documents;
  };
  const stored = await storeDocuments(redacted, render, sink).finally(() => sink.close());
  return { kind: 'evaluated', suite, ...stored, kept_earlier: false, redact };
}

/** Replaces a folder that can't be opened: the merged results are published anyway. */
function noFolder(problem: string): Pick<Awaited<ReturnType<typeof openResultFolder>>, 'finish' | 'close'> {
  return { finish: async () => ({ names: [], problem }), close: async () => {} };
}

/** `confirm: job` in the merging job: both commits run here, main's first. */
async function mergedSides(
  { run, api, environment, stop }: GithubSession,
  suite: LoadedSuite,
  { progress, redact }: { readonly progress: Progress; readonly redact: (text: string) => string },
): Promise<MergedSides> {
  const { inputs } = run;
  const programs = await readPrograms(environment['PATH']);
  const budget = createBudget(budgetOf(inputs), systemClock);
  const request = {
    folders: { config_path: inputs.config },
    facts: githubFacts(run),
    access: {
      environment,
      pass_env: inputs.passEnv,
      mcp_env: inputs.mcpEnv,
      allowed_hosts: inputs.allowedHosts,
      hide: maskSecrets,
    },
    signal: stop.signal,
  };
  const head = { suite, workspace_files: null, programs, progress, redact };
  const source = githubBaseSource(run);
  return {
    main: createBaseCommit(source, request, { ...head, budget: budget.of_main, side: 'base' }),
    change: createBaseCommit(source, request, { ...head, budget, side: 'change' }),
    async earlier() {
      const lookup = await githubEarlierResults(run, api)?.find();
      for (const note of lookup?.notes ?? []) progress.note(note);
      return lookup?.runs ?? [];
    },
  };
}
