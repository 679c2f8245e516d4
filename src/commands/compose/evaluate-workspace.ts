import { join, resolve } from 'node:path';
import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { type Issue, issueAt, wholeFile } from '#common/document/issue.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { type LoadedSuite, suiteSize } from '#config/loaded-suite.ts';
import { costProblem, judgeCostProblem } from '#config/parsing/cost-problem.ts';
import { interruptedTrials, runIdentity } from '#gate/baseline/resume/interrupted-run.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { readPrograms } from '#process/programs.ts';
import { wayToSecrets } from '#report/reasons/circumstance-words.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { policyFromBase } from '#runner/base-side/policy-from-base.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { type JudgeCacheFile, openJudgeCache } from '#runner/workspace/results/judge-cache-file.ts';
import { readInterruptedRun } from '#runner/workspace/results/result-folder.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';
import { PROVIDER_KEYS } from './agent-environment.ts';
import { commandEnvironment } from './check-environment.ts';
import { evaluateSuite, type Prepared } from './evaluate-suite.ts';
import { openAgent } from './open-agent.ts';
import type { RunAccess, RunComparison, WorkspaceRequest, WorkspaceResult } from './workspace-request.ts';

/** Loads the suite of a workspace, evaluates it and writes the results; both entries use it. */
export async function evaluateWorkspace(request: WorkspaceRequest): Promise<WorkspaceResult> {
  const { folders, scope, storage, access } = request;
  const files = workspaceFiles(folders.root, folders.cwd, folders.config_path);
  const loaded = await loadSuite(files, folders.config_path, scope.selection);
  if ('issues' in loaded) return { kind: 'invalid', issues: loaded.issues.map(withoutSecrets(access)) };
  const { suite, policy } = await ruledSuite(loaded.suite, request.comparison);

  const base = resolve(folders.cwd, files.locate('.'));
  const programs = await readPrograms(access.environment['PATH']);
  const cassettes = await files.resolveFolder(files.locate(suite.config.replay.folder));
  if ('problem' in cassettes) return { kind: 'refused', problem: `replay.folder: ${cassettes.problem}` };
  const unpriced = request.budget.max_cost_usd === null ? null : costProblem(suite.config);
  if (unpriced !== null) return { kind: 'refused', problem: `max-cost-usd can't be enforced: ${unpriced}` };
  const unpricedJudge = request.budget.max_cost_usd === null ? null : judgeCostProblem(suite);
  if (unpricedJudge !== null) return { kind: 'refused', problem: `max-cost-usd can't be enforced: ${unpricedJudge}` };
  const budget = request.shared_budget ?? createBudget(request.budget, systemClock);
  const resumed = await resumedTrials(request, suite);
  if ('problem' in resumed) return { kind: 'refused', problem: resumed.problem };
  const { max: most } = trialNumbers(scope.trials ?? suite.config.trials, suiteSize(suite));
  const remembered = await rememberedVerdicts(request, suite);
  const opened = await openAgent(suite, access, {
    files,
    folder: base,
    replay: access.replay,
    cassette_folder: cassettes.path,
    secrets: access.secrets,
    budget,
    progress: request.progress,
    seeds: { tree: request.facts.commit.sha ?? '', side: request.facts.run.side },
    planned_trials: suite.cases.reduce((sum, { trials }) => sum + (trials ?? most), 0),
    workspaces: {
      files,
      environment: commandEnvironment(access, suite, policy),
      resolve: programs.resolve,
      keeps: storage.keeps_workspaces === true,
    },
    judges: true,
    before: resumed.incident,
    ...(remembered === null ? {} : { judge_cache: remembered }),
  });
  if ('problem' in opened) return { kind: 'refused', problem: opened.problem };
  const { judge_missing: lacks, missing_keys } = opened.models;
  if (lacks.length > 0 && missing_keys.length === 0 && access.on_missing_secrets !== 'skip') {
    await opened.close();
    return { kind: 'invalid', issues: [await judgeWithoutKey(files, suite, lacks, access)] };
  }
  return evaluateSuite(request, {
    suite,
    policy,
    files,
    base,
    programs,
    budget,
    resumed: resumed.trials,
    opened,
  }).finally(async () => {
    await opened.close();
    await remembered?.close();
  });
}

/** The memory of the judge's verdicts, where nobody else could have written it. */
async function rememberedVerdicts(
  { folders: { output_folder }, storage: { remembers_verdicts }, access: { environment, secrets } }: WorkspaceRequest,
  { config, cases }: LoadedSuite,
): Promise<JudgeCacheFile | null> {
  if (remembers_verdicts !== true || config.judge === null || !cases.some(isJudgedByModel)) return null;
  const keys = PROVIDER_KEYS.flatMap((name) => environment[name] ?? []);
  return openJudgeCache(join(output_folder, 'judge-cache.jsonl'), secretRedactor([...secrets, ...keys]));
}

/** The trials of an interrupted run that this one continues, if it should. */
async function resumedTrials(
  request: WorkspaceRequest,
  suite: LoadedSuite,
): Promise<ReturnType<typeof interruptedTrials>> {
  if (!request.storage.resume) return { trials: new Map(), incident: null };
  const identity = runIdentity(suite, request.facts.commit.sha);
  return interruptedTrials(await readInterruptedRun(request.folders.output_folder), identity);
}

/** The suite under the policy that applies. Called before anything of the change runs. */
async function ruledSuite(
  suite: LoadedSuite,
  { policy_source, base_prices }: RunComparison,
): Promise<Pick<Prepared, 'suite' | 'policy'>> {
  const source = policy_source === null ? null : await policy_source();
  return source === null
    ? { suite: { ...suite, config: { ...suite.config, base_prices } }, policy: null }
    : policyFromBase(suite, source);
}

/** Messages quote files, and a config can name any file: a checkout keeps the token in one of them. */
function withoutSecrets({ secrets, environment, pass_env, mcp_env = [] }: RunAccess): (issue: Issue) => Issue {
  const values = [...PROVIDER_KEYS, ...pass_env, ...mcp_env].flatMap((name) => environment[name] ?? []);
  const redact = secretRedactor([...secrets, ...values]);
  return (issue) => ({ ...issue, path: redact(issue.path), message: redact(issue.message) });
}

/** The error of a config whose judge lacks a key, at the place of the judge. */
async function judgeWithoutKey(
  files: Pick<SuiteFiles, 'read'>,
  { config, config_path }: Pick<LoadedSuite, 'config' | 'config_path'>,
  names: readonly string[],
  { environment }: Pick<RunAccess, 'environment'>,
): Promise<Issue> {
  const way = wayToSecrets({ names, ...(environment['GITHUB_ACTIONS'] === 'true' && { in_job: true }) });
  const message = `the judge can't be asked: ${names.join(', ')} is empty or missing; ${way}, or name a local server as base_url`;
  const source = await files.read(config_path);
  const parsed = 'problem' in source ? null : parseDocuments(source.text, config_path);
  const document = parsed === null || 'issues' in parsed ? undefined : parsed.documents[0];
  if (document === undefined) return wholeFile(config_path, message);
  return issueAt(document, ['judge', ...(config.judge === null ? [] : [config.judge.provider])], message);
}
