import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newFolder } from '#test/support/new-folder.ts';
import { type Scene, stageScene } from '#test/support/scene.ts';
import type { FakeEvent } from '#test/testing/github/events.ts';
import { runtimeToken } from '#test/testing/github/runtime-token.ts';
import { addRun } from '#test/testing/github/state-builders.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Where GitHub looks for the workflow of a scene. */
export const WORKFLOW = '.github/workflows/agent-eval.yml';

/** A repository whose workflow a real runner drives, against a GitHub of its own. */
export interface ActScene extends Pick<Scene, 'fake' | 'git' | 'repository' | 'openPull'> {
  /** One workflow run, begun and ended in the fake as GitHub does it. */
  readonly run: (event: FakeEvent, workspace: string) => Promise<ProgramResult>;
  readonly close: () => Promise<void>;
}

/**
 * Stages a repository.
 *
 * @param files its main, the workflow among them
 * @param act the runner
 */
export async function stageAct(files: WorkspaceFiles, act: string): Promise<ActScene> {
  // The action as it is checked out where a workflow uses it, and act's own home.
  const folder = newFolder('act');
  await cp(join(ROOT, 'action.yml'), join(folder, 'action/action.yml'));
  await cp(join(ROOT, 'dist'), join(folder, 'action/dist'), { recursive: true });
  const scene = await stageScene(files);
  const { fake, git, repository, openPull } = scene;

  async function run(event: FakeEvent, workspace: string): Promise<ProgramResult> {
    const { state, url } = fake;
    const started = addRun(state, { ...event.run, event: event.name, status: 'in_progress', conclusion: null });
    const payload = join(folder, `event-${started.id}.json`);
    await writeFile(payload, JSON.stringify(event.payload));
    const { sha, ref, headRef, baseRef } = event.github;
    const variables = {
      ...git.env,
      GITHUB_API_URL: url,
      GITHUB_GRAPHQL_URL: `${url}/graphql`,
      GITHUB_RUN_ID: String(started.id),
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_SHA: sha,
      GITHUB_REF: ref,
      GITHUB_HEAD_REF: headRef,
      GITHUB_BASE_REF: baseRef,
      GITHUB_REPOSITORY: state.repository.fullName,
      GITHUB_REPOSITORY_ID: String(state.repository.id),
      GITHUB_WORKFLOW_REF: `${state.repository.fullName}/${WORKFLOW}@${ref}`,
      ACTIONS_RESULTS_URL: `${url}/`,
      ACTIONS_RUNTIME_URL: `${url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(started.id),
    };
    const result = await runProgram(
      [
        act,
        event.name,
        ...['--workflows', WORKFLOW, '--eventpath', payload, '--platform', 'ubuntu-latest=-self-hosted'],
        ...['--local-repository', `org/agent-eval-action@v1=${join(folder, 'action')}`],
        ...['--secret', `GITHUB_TOKEN=${state.token.value}`, '--no-cache-server', '--pull=false'],
        ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ],
      { cwd: workspace, env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder } },
    );
    Object.assign(started, { status: 'completed', conclusion: result.exitCode === 0 ? 'success' : 'failure' });
    return result;
  }

  return {
    ...{ fake, git, repository, openPull, run },
    async close() {
      await scene.close();
    },
  };
}
