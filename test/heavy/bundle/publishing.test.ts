import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { commentId, writeMarker } from '#adapters/github/comment/comment-marker.ts';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import { DEPENDABOT } from '#test/support/github/payloads.ts';
import { OCTOCAT, READ_ONLY } from '#test/support/github/state.ts';
import { addComment, forkOf, sha, WORKFLOW_PATH } from '#test/support/github/state-builders.ts';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT } from '#test/support/stored-artifact.ts';

const SUITE = scriptedSuite({ one: {} });
const COMMENTS = '/repos/octo-org/agents/issues/1/comments';
const CREATE = /CreateArtifact$/;

/** What every run of SUITE without a baseline comes to, whatever becomes of its publications. */
const VERDICT = { verdict: 'inconclusive', trials: '2', 'pass-rate': '1' };

describe('a comment that can not be written', () => {
  it('for lack of permission is a warning that names the permission', async ({ openScene }) => {
    const scene = await openScene(SUITE, { permissions: { contents: 'read', actions: 'read', pull_requests: 'read' } });
    const result = await scene.runPull();
    expect(result.exitCode, result.stdout).toBe(0);
    expect(result.outputs).toMatchObject({ ...VERDICT, 'comment-url': '' });
    expect(warnings(result)).toMatch(/comment was not written \(403 .*Add "pull-requests: write"/);
    expect(result.summary).toContain('): main has no results');
  });

  it.for([
    ['refused (422)', { method: 'POST', path: COMMENTS, status: 422 }, /not written \(422/],
    ['not answered', { method: 'POST', path: COMMENTS, hang: true, times: 9 }, /not written \(no answer \(it took too/],
    ['not to be listed', { method: 'GET', path: COMMENTS, status: 502, times: 4 }, /not written \(502/],
  ] as const)('because it is %s is a warning, and the verdict stands', async ([, fault, words], { openScene }) => {
    const scene = await openScene(SUITE);
    scene.fake.failNext(fault);
    const result = await scene.runPull({}, { env: FAST_TIMERS });
    expect(result.exitCode, result.stdout).toBe(0);
    expect(result.outputs).toMatchObject({ ...VERDICT, 'comment-url': '' });
    expect(warnings(result)).toMatch(words);
    expect(result.summary).toContain('): main has no results');
    expect(scene.fake.state.comments).toEqual([]);
  });
});

it('a comment that GitHub has taken, and then failed to say so, is there once', async ({ openScene }) => {
  const scene = await openScene(SUITE);
  scene.fake.failNext({ method: 'POST', path: COMMENTS, status: 502, carriedOut: true });
  const result = await scene.runPull();
  expect(result.outputs).toMatchObject({ ...VERDICT, 'comment-url': expect.stringContaining('#issuecomment-') });
  expect(warnings(result)).not.toContain('comment');
  expect(scene.fake.state.comments).toHaveLength(1);
});

it('a GitHub that never answers is asked for a verdict’s sake only so often, and costs no verdict', async ({
  openScene,
}) => {
  const scene = await openScene(SUITE);
  scene.fake.failNext({ hang: true, times: 999 });
  const result = await scene.runPull({}, { env: FAST_TIMERS });
  expect(result.exitCode, result.stdout).toBe(3);
  expect(result.outputs).toMatchObject(VERDICT);
  expect(result.summary).toContain('): main has no results');
  expect(result.stdout + result.stderr).not.toMatch(/^ +at /m);
  // 45 s before the trials and 45 s after them, each in attempts of 15 s; 75 s for the artifact.
  const asked = scene.fake.requests.filter(({ path }) => !CREATE.test(path));
  expect(asked.length).toBeLessThanOrEqual(6);
});

describe('an artifact that can not be stored', () => {
  it.for([
    ['its name stays taken', { path: CREATE, status: 409, times: 2 }],
    ['the service fails', { path: CREATE, status: 500, times: 5 }],
  ] as const)('because %s is a warning, and the verdict stands', async ([, fault], { openScene }) => {
    const scene = await openScene(SUITE);
    scene.fake.failNext(fault);
    const result = await scene.runPull({}, { env: FAST_TIMERS, inputs: { trajectories: 'none' } });
    expect(result.exitCode, result.stdout).toBe(0);
    expect(result.outputs).toMatchObject(VERDICT);
    expect(warnings(result)).toMatch(/artifact agent-eval-results was not uploaded/);
    expect(scene.fake.state.comments).toHaveLength(1);
  });

  it('because the runner offers no artifact service is a warning that says what to do', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    const result = await scene.runPull({}, { env: { ACTIONS_RUNTIME_TOKEN: '', ACTIONS_RESULTS_URL: '' } });
    expect(result.exitCode, result.stdout).toBe(0);
    expect(result.outputs).toMatchObject(VERDICT);
    expect(warnings(result)).toMatch(
      /agent-eval-results was not uploaded: this runner offers no artifact service \(ACTIONS_RUNTIME_TOKEN and .*"baseline: file:PATH"/,
    );
    expect(scene.fake.state.comments).toHaveLength(1);
  });

  it('at first, because an earlier attempt of the run has stored one, replaces that one', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    const first = await scene.runPull();
    const before = artifactIds(scene);
    const again = await scene.runPull({}, { github: { runId: first.run.id } });
    expect(again.exitCode, again.stdout).toBe(0);
    expect(warnings(again)).not.toContain('not uploaded');
    expect(artifactIds(scene)).toHaveLength(1);
    expect(artifactIds(scene)).not.toEqual(before);
  });
});

describe('results that can not be stored', () => {
  it('as the agent removed their folder end the run as an error, which says what its trials have shown', async ({
    openScene,
  }) => {
    const temp = await mkdtemp(join(tmpdir(), 'results-'));
    onTestFinished(() => rm(temp, { recursive: true }));
    const scene = await openScene(SUITE);
    await scene.storeMain();
    const files = scriptedSuite({ one: { step: { answer: { output: 'no' } } } });
    const remove = `import { rmSync } from 'node:fs';\nrmSync('${temp}/agent-eval-results', { recursive: true, force: true });\n`;
    const unwritable = { GITHUB_OUTPUT: '/dev/full', GITHUB_STEP_SUMMARY: '/dev/full' };
    const result = await scene.runPull(
      { ...files, 'agent.mjs': `${remove}${files['agent.mjs']}` },
      { env: { RUNNER_TEMP: temp, ...unwritable } },
    );
    expect(result.exitCode, result.stdout).toBe(4);
    expect(result.stdout + result.stderr).not.toMatch(/^ +at /m);
    const [comment] = scene.fake.state.comments;
    expect(readable(comment?.body ?? '')).toMatch(
      /ended in an error: some results of this run could not be stored: .*removed/,
    );
    expect(readable(comment?.body ?? '')).toMatch(/pass rate fell 100 points/);
    expect(warnings(result)).toMatch(/job summary was not written: .*ENOSPC/);
    expect(warnings(result)).toMatch(/outputs of this step were not written: .*ENOSPC/);
    const uploaded = scene.fake.state.artifacts.filter(({ runId }) => runId === result.run.id);
    expect(uploaded.map(({ name }) => name)).toEqual(['agent-eval-results']);
  });
});

it('a missing summary file is a warning, and the verdict stands', async ({ openScene }) => {
  const scene = await openScene(SUITE);
  const result = await scene.runPull({}, { env: { GITHUB_STEP_SUMMARY: '/nowhere/at/all/summary.md' } });
  expect(result.exitCode, result.stdout).toBe(0);
  expect(result.outputs).toMatchObject(VERDICT);
  expect(warnings(result)).toMatch(/job summary was not written/);
  expect(scene.fake.state.comments).toHaveLength(1);
});

describe('a read-only token', () => {
  it.for(['a fork', 'Dependabot'])(
    'as runs of %s have it, leaves a summary and no red',
    async (whose, { openScene }) => {
      const scene = await openScene(SUITE, { permissions: READ_ONLY });
      const options =
        whose === 'a fork' ? { headRepository: forkOf(scene.fake.state.repository) } : { pull: { user: DEPENDABOT } };
      const result = await scene.runPull({}, options);
      expect(result.exitCode, result.stdout).toBe(0);
      expect(result.conclusion).toBe('success');
      expect(result.outputs).toMatchObject(VERDICT);
      expect(warnings(result)).toMatch(/forks and Dependabot have a read-only token; the report is in the job summary/);
      expect(warnings(result)).not.toContain('Add "pull-requests: write"');
      expect(result.summary).toContain('): main has no results');
      expect(scene.fake.state.comments).toEqual([]);
    },
  );
});

describe('the one comment', () => {
  const marker = { id: commentId(WORKFLOW_PATH, 'agent-eval', ''), runAttempt: 1, headSha: sha('before') };

  it('is edited where it is, even on the second page, and its duplicates go', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    const { event, checkout } = await scene.openPull();
    for (let count = 0; count < 105; count += 1)
      addComment(scene.fake.state, { issueNumber: 1, body: `talk ${count}`, user: OCTOCAT });
    const old = addComment(scene.fake.state, { issueNumber: 1, body: writeMarker({ ...marker, runId: 5 }) });
    addComment(scene.fake.state, { issueNumber: 1, body: writeMarker({ ...marker, runId: 6 }) });
    const result = await scene.run(event, { workspace: checkout });
    expect(result.outputs['comment-url']).toContain(String(old.id));
    expect(old.body).toContain('): main has no results');
    expect(scene.fake.state.comments).toHaveLength(106);
  });

  it('is never one that somebody else has marked as ours', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    const { event, checkout } = await scene.openPull();
    const forged = writeMarker({ ...marker, runId: 5 });
    const strangers = [OCTOCAT, { login: 'github-actions[bot]', id: 4, type: 'User' as const }];
    for (const user of strangers) addComment(scene.fake.state, { issueNumber: 1, body: forged, user });
    await scene.run(event, { workspace: checkout });
    expect(scene.fake.state.comments.map((comment) => comment.body === forged)).toEqual([true, true, false]);
  });
});

it('a failing case is annotated on its line, from the root of the repository', async ({ openScene }) => {
  const inFolder = (files: ReturnType<typeof scriptedSuite>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`packages/agent/${path}`, text]));
  const scene = await openScene(inFolder(SUITE));
  const inputs = { 'working-directory': 'packages', config: 'agent/agent-eval.yml' };
  await scene.pushMain({ inputs });
  const files = inFolder(scriptedSuite({ one: { step: { answer: { output: 'no' } } } }));
  const result = await scene.runPull(files, { inputs });
  expect(result.exitCode, result.stdout).toBe(1);
  const file = 'packages/agent/evals/cases.yml';
  const onCase = result.commands.annotations.find((annotation) => annotation.file === file);
  expect(onCase).toMatchObject({ title: expect.stringContaining('one') });
  expect(
    files[file]
      ?.split('\n')
      .slice(onCase?.line ?? 0, (onCase?.line ?? 0) + 2)
      .join(),
  ).toContain('"id": "one"');
});

describe('the input comment', () => {
  it('"never" writes none, "failures" and "changes" none on an unchanged green pull request', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    await scene.storeMain();
    for (const comment of ['never', 'failures', 'changes']) {
      const result = await scene.runPull({}, { inputs: { comment } });
      expect(result.outputs).toMatchObject({ verdict: 'pass', 'comment-url': '' });
    }
    expect(scene.fake.state.comments).toEqual([]);
  });

  it('"failures" writes one on red and keeps it up to date when it is mended', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    await scene.storeMain();
    const inputs = { comment: 'failures' };
    const broken = await scene.runPull(scriptedSuite({ one: { step: { answer: { output: 'no' } } } }), { inputs });
    expect(broken.outputs['verdict']).toBe('fail');
    expect(scene.fake.state.comments.map((comment) => /fail/.test(comment.body))).toEqual([true]);
    await scene.runPull(SUITE, { inputs });
    expect(scene.fake.state.comments.map((comment) => /Agent eval passed/.test(comment.body))).toEqual([true]);
  });
});

function warnings(result: { readonly commands: { readonly annotations: readonly Annotation[] } }): string {
  return result.commands.annotations
    .filter((annotation) => annotation.level === 'warning')
    .map((annotation) => annotation.message)
    .join('\n');
}

type Annotation = { readonly level: string; readonly message: string };

function artifactIds(scene: Scene): readonly number[] {
  return scene.fake.state.artifacts.filter(({ name }) => name === RESULTS_ARTIFACT).map(({ id }) => id);
}
