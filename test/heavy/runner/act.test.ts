/** The workflow of an example, as users copy it, driven by a real workflow runner: main pushes, then a pull request. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FakeEvent } from '#test/support/github/events.ts';
import { pushEvent } from '#test/support/github/payloads.ts';
import { runtimeToken } from '#test/support/github/runtime-token.ts';
import { addRun } from '#test/support/github/state-builders.ts';
import { type StagedScene, stageScene } from '#test/support/scene.ts';
import { goProgram } from '../support/go-program.ts';
import { peer } from '../support/peer.ts';
import { type ProgramResult, runProgram } from '../support/run-program.ts';

const act = await peer('act from the Go module proxy', () => goProgram('act', 'github.com/nektos/act@v0.2.87'));

const ROOT = join(import.meta.dirname, '../../..');
const WORKFLOW = '.github/workflows/agent-eval.yml';

describe.skipIf(act.missing)("the example's workflow on act", () => {
  let scene: StagedScene;
  /** The action as it is checked out where a workflow uses it, and act's own home. */
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'act-'));
    await cp(join(ROOT, 'action.yml'), join(folder, 'action/action.yml'));
    await cp(join(ROOT, 'dist'), join(folder, 'action/dist'), { recursive: true });
    scene = await stageScene(await exampleFiles());
  });

  afterAll(async () => {
    await scene.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('main stores its results, and a pull request is compared with them, in a comment', async () => {
    const { fake, repository } = scene;
    const main = repository.main();
    const pushed = await runAct(pushEvent(fake.state, { after: main }), repository.path);
    expect(pushed.exitCode, pushed.stdout + pushed.stderr).toBe(0);
    expect(fake.state.artifacts.map(({ name }) => name)).toContain('agent-eval-results');

    const { pull, event, checkout } = await scene.openPull({ 'notes.md': 'nothing that matters\n' });
    const judged = await runAct(event, checkout);
    expect(judged.exitCode, judged.stdout + judged.stderr).toBe(0);
    const [comment, ...more] = fake.state.comments.filter(({ issueNumber }) => issueNumber === pull.number);
    expect(more).toEqual([]);
    expect(comment?.body, judged.stdout).toMatch(/^### \S+ Agent eval: /m);
    expect(comment?.body).toContain(main.slice(0, 7));
    expect(judged.stdout).not.toContain(fake.state.token.value);
    expect(fake.violations).toEqual([]);
  });

  /** One workflow run, begun and ended in the fake as GitHub does it. */
  async function runAct(event: FakeEvent, workspace: string): Promise<ProgramResult> {
    const { state, url } = scene.fake;
    const run = addRun(state, { ...event.run, event: event.name, status: 'in_progress', conclusion: null });
    const payload = join(folder, `event-${run.id}.json`);
    await writeFile(payload, JSON.stringify(event.payload));
    const { sha, ref, headRef, baseRef } = event.github;
    const variables = {
      GITHUB_API_URL: url,
      GITHUB_GRAPHQL_URL: `${url}/graphql`,
      GITHUB_RUN_ID: String(run.id),
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
      ACTIONS_RUNTIME_TOKEN: runtimeToken(run.id),
    };
    const result = await runProgram(
      [
        act.get(),
        event.name,
        ...['--workflows', WORKFLOW, '--eventpath', payload, '--platform', 'ubuntu-latest=-self-hosted'],
        ...['--local-repository', `org/agent-eval-action@v1=${join(folder, 'action')}`],
        ...['--secret', `GITHUB_TOKEN=${state.token.value}`, '--no-cache-server', '--pull=false'],
        ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ],
      { cwd: workspace, env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder } },
    );
    Object.assign(run, { status: 'completed', conclusion: result.exitCode === 0 ? 'success' : 'failure' });
    return result;
  }
});

/** The example without its explanations, its workflow where GitHub looks for it. */
async function exampleFiles(): Promise<Record<string, string>> {
  const example = join(ROOT, 'examples/recorded');
  const paths = await readdir(example, { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => {
        const path = file.slice(example.length + 1);
        return [path === 'workflow.yml' ? WORKFLOW : path, await readFile(file, 'utf8')];
      }),
    ),
  );
}
