import { resolve } from 'node:path';
import { readPrograms } from '#adapters/process/programs.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { workspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import { readInterruptedRun } from '#adapters/workspace/results/result-folder.ts';
import { policyFromBase } from '#application/base-side/policy-from-base.ts';
import { loadSuite } from '#application/load/load-suite.ts';
import { createBudget } from '#application/trials/budget.ts';
import { interruptedTrials, runIdentity } from '#domain/baseline/resume/interrupted-run.ts';
import { costProblem } from '#domain/config/cost-problem.ts';
import { type LoadedSuite, suiteSize } from '#domain/config/loaded-suite.ts';
import type { Issue } from '#domain/document/issue.ts';
import { secretRedactor } from '#domain/report/redaction/redaction.ts';
import { trialNumbers } from '#domain/trial/trial-range.ts';
import { PROVIDER_KEYS } from './agent-environment.ts';
import { evaluateSuite, type Prepared } from './evaluate-suite.ts';
import { answersOfRun } from './main-answers.ts';
import { openAgent } from './open-agent.ts';
import type { WorkspaceRequest, WorkspaceResult } from './workspace-request.ts';

/** Loads the suite of a workspace, evaluates it and writes the results; both entries use it. */
export async function evaluateWorkspace(request: WorkspaceRequest): Promise<WorkspaceResult> {
  const files = workspaceFiles(request.root, request.cwd, request.config_path);
  const loaded = await loadSuite(files, request.config_path, request.selection);
  if ('issues' in loaded) return { kind: 'invalid', issues: loaded.issues.map(withoutSecrets(request)) };
  const { suite, policy } = await ruledSuite(loaded.suite, request);

  const base = resolve(request.cwd, files.locate('.'));
  const programs = await readPrograms(request.environment['PATH']);
  const cassettes = await files.resolveFolder(files.locate(suite.config.replay.folder));
  if ('problem' in cassettes) return { kind: 'refused', problem: `replay.folder: ${cassettes.problem}` };
  const unpriced = request.budget.max_cost_usd === null ? null : costProblem(suite.config);
  if (unpriced !== null) return { kind: 'refused', problem: `max-cost-usd can't be enforced: ${unpriced}` };
  const budget = request.shared_budget ?? createBudget(request.budget, systemClock);
  const resumed = await resumedTrials(request, suite);
  if ('problem' in resumed) return { kind: 'refused', problem: resumed.problem };
  const { max: most } = trialNumbers(request.trials ?? suite.config.trials, suiteSize(suite));
  const answers = await answersOfRun(request, suite);
  const opened = await openAgent(suite, request, {
    files,
    folder: base,
    replay: request.replay,
    cassette_folder: cassettes.path,
    answers: answers?.open ?? null,
    secrets: request.secrets,
    budget,
    progress: request.progress,
    planned_trials: suite.cases.reduce((sum, { trials }) => sum + (trials ?? most), 0),
  });
  if ('problem' in opened) return { kind: 'refused', problem: opened.problem };
  return evaluateSuite(request, {
    suite,
    policy,
    files,
    base,
    programs,
    budget,
    resumed: resumed.trials,
    main_answers: answers?.served() ?? null,
    opened,
  }).finally(opened.close);
}

/** The trials of an interrupted run that this one continues, if it should. */
async function resumedTrials(
  request: WorkspaceRequest,
  suite: LoadedSuite,
): Promise<ReturnType<typeof interruptedTrials>> {
  if (!request.resume) return { trials: new Map() };
  const identity = runIdentity(suite, request.facts.commit.sha);
  return interruptedTrials(await readInterruptedRun(request.output_folder), identity);
}

/** The suite under the policy that applies. Called before anything of the change runs. */
async function ruledSuite(
  suite: LoadedSuite,
  { policy_source }: WorkspaceRequest,
): Promise<Pick<Prepared, 'suite' | 'policy'>> {
  const source = policy_source === null ? null : await policy_source();
  return source === null ? { suite, policy: null } : policyFromBase(suite, source);
}

/** Messages quote files, and a config can name any file: a checkout keeps the token in one of them. */
function withoutSecrets({ secrets, environment, pass_env }: WorkspaceRequest): (issue: Issue) => Issue {
  const named = [...PROVIDER_KEYS, ...pass_env].flatMap((name) => environment[name] ?? []);
  const redact = secretRedactor([...secrets, ...named]);
  return (issue) => ({ ...issue, path: redact(issue.path), message: redact(issue.message) });
}

/** The default folder of the results. */
export function outputFolder(cwd: string, named: string): string {
  return resolve(cwd, named);
}
