import type { FakeEvent } from '../events.ts';
import { runtimeToken } from '../runtime-token.ts';
import { ownerOf } from '../shapes/repository.ts';
import type { FakeRun, FakeState } from '../state.ts';
import { inputVariable } from './action-metadata.ts';
import type { CommandFiles } from './file-commands.ts';

/** What the environment of a step is made of. */
export type StepContext = {
  readonly state: FakeState;
  readonly apiUrl: string;
  readonly event: FakeEvent;
  readonly run: FakeRun;
  readonly workspace: string;
  readonly eventFile: string;
  readonly temp: string;
  readonly files: CommandFiles;
  readonly inputs: Readonly<Record<string, string>>;
};

/**
 * The environment the runner gives a JavaScript action. Nothing of the test's own environment but PATH comes in.
 * `GITHUB_SERVER_URL` stays github.com: the artifact client takes any other host for an Enterprise server.
 */
export function stepEnvironment(context: StepContext): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    HOME: context.temp,
    CI: 'true',
    ...runnerVariables(context.temp, context.workspace),
    ...githubVariables(context),
    ...fileVariables(context),
    ACTIONS_RUNTIME_URL: `${context.apiUrl}/`,
    ACTIONS_RESULTS_URL: `${context.apiUrl}/`,
    ACTIONS_RUNTIME_TOKEN: runtimeToken(context.run.id),
    ACTIONS_CACHE_SERVICE_V2: 'True',
    ...Object.fromEntries(Object.entries(context.inputs).map(([name, value]) => [inputVariable(name), value])),
  };
}

function runnerVariables(temp: string, workspace: string): Readonly<Record<string, string>> {
  return {
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    RUNNER_NAME: 'fake-runner',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: temp,
    RUNNER_WORKSPACE: workspace,
    RUNNER_TRACKING_ID: 'github_00000000-0000-4000-8000-000000000000',
  };
}

function githubVariables({ state, apiUrl, event, run, workspace }: StepContext): Readonly<Record<string, string>> {
  const { sha, ref, headRef, baseRef } = event.github;
  const { repository } = state;
  const owner = ownerOf(repository);
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__agent-eval',
    GITHUB_ACTION_REF: '',
    GITHUB_ACTION_REPOSITORY: '',
    GITHUB_ACTOR: run.actor.login,
    GITHUB_ACTOR_ID: String(run.actor.id),
    GITHUB_API_URL: apiUrl,
    GITHUB_BASE_REF: baseRef,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_GRAPHQL_URL: `${apiUrl}/graphql`,
    GITHUB_HEAD_REF: headRef,
    GITHUB_JOB: 'agent-eval',
    GITHUB_REF: ref,
    GITHUB_REF_NAME: ref.replace(/^refs\/(?:heads|tags|pull)\//, ''),
    GITHUB_REF_PROTECTED: 'false',
    GITHUB_REF_TYPE: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    GITHUB_REPOSITORY: repository.fullName,
    GITHUB_REPOSITORY_ID: String(repository.id),
    GITHUB_REPOSITORY_OWNER: owner.login,
    GITHUB_REPOSITORY_OWNER_ID: String(owner.id),
    GITHUB_RETENTION_DAYS: '90',
    GITHUB_RUN_ATTEMPT: String(run.runAttempt),
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_NUMBER: String(run.runNumber),
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_SHA: sha,
    GITHUB_TRIGGERING_ACTOR: run.actor.login,
    GITHUB_WORKFLOW: 'Agent eval',
    GITHUB_WORKFLOW_REF: `${repository.fullName}/${run.path.split('@')[0]}@${ref}`,
    GITHUB_WORKFLOW_SHA: sha,
    GITHUB_WORKSPACE: workspace,
  };
}

function fileVariables({ eventFile, files }: StepContext): Readonly<Record<string, string>> {
  return {
    GITHUB_EVENT_PATH: eventFile,
    GITHUB_OUTPUT: files.output,
    GITHUB_ENV: files.env,
    GITHUB_PATH: files.path,
    GITHUB_STATE: files.state,
    GITHUB_STEP_SUMMARY: files.summary,
  };
}
