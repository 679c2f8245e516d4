import { describe, expect } from 'vitest';
import { commentId, writeMarker } from '#github/comment/comment-marker.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { DEPENDABOT, mergeGroupEvent, scheduleEvent, workflowDispatchEvent } from '#test/testing/github/payloads.ts';
import { READ_ONLY } from '#test/testing/github/state.ts';
import { addComment, addRun, forkOf, sha, WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';

const SUITE = scriptedSuite({ one: {} });
const NEEDING = scriptedSuite({ one: {} }, { agent: { command: ['node', 'agent.mjs'], needs: ['SOME_API_KEY'] } });

it('a pull request of the repository is run, compared, commented, annotated and gated', async (openScene) => {
  const scene = await openScene(SUITE);
  const main = await scene.storeMain();
  const broken = scriptedSuite({ one: { step: { answer: { output: 'no' } } } });
  const result = await scene.runPull(broken, { inputs: { confirm: 'never' } });
  expect(result).toExit(1);
  expect(result.outputs).toMatchObject({ verdict: 'fail', 'baseline-sha': main.headSha });
  expect(scene.fake.state.comments).toMatchObject([{ issueNumber: 1, body: expect.stringContaining('❌') }]);
  expect(result.commands.annotations).toContainEqual(expect.objectContaining({ file: 'evals/cases.yml' }));
  expect(result.summary).toContain('❌');
});

describe.each(['a fork', 'Dependabot'])('a pull request of %s', (whose) => {
  it('without the key is inconclusive with the reason in the summary, and green unless the input says fail', async (openScene) => {
    const scene = await openScene(NEEDING, { permissions: READ_ONLY });
    const from =
      whose === 'a fork' ? { headRepository: forkOf(scene.fake.state.repository) } : { pull: { user: DEPENDABOT } };
    const skipped = await scene.runPull({ 'README.md': 'words' }, from);
    expect(skipped).toExit(0);
    expect(skipped.outputs['verdict']).toBe('inconclusive');
    expect(readable(skipped.summary)).toMatch(
      /^### ❔ Not evaluated \(does not block\): SOME_API_KEY is empty or missing/m,
    );
    expect(skipped.commands.annotations.map(({ message }) => message).join()).not.toContain('Add "pull-requests');

    const failing = await scene.runPull({}, { ...from, inputs: { 'on-missing-secrets': 'fail' } });
    expect(failing.exitCode).toBe(4);
    expect(scene.fake.state.comments).toEqual([]);
  });
});

it('a key that is missing where it should be there is red on every event of the repository itself, with the command that sets it', async (openScene) => {
  const scene = await openScene(NEEDING);
  const { state } = scene.fake;
  const baseSha = scene.repository.main();
  const runs = {
    push: () => scene.pushMain(),
    pull_request: () => scene.runPull({ 'README.md': 'words' }),
    schedule: () => scene.run(scheduleEvent(state, baseSha)),
    workflow_dispatch: () => scene.run(workflowDispatchEvent(state, baseSha)),
    merge_group: async () => {
      const headSha = await scene.repository.commit('queued', { 'notes.md': 'words' });
      await adoptWorkspace(state, scene.repository);
      return scene.run(mergeGroupEvent(state, { headSha, baseSha, number: 1 }));
    },
  };
  for (const [event, run] of Object.entries(runs)) {
    const result = await run();
    expect([event, result.exitCode, result.outputs['verdict']], result.stdout).toEqual([event, 4, 'error']);
    expect(readable(result.summary).replace('<span>$</span>', '$')).toContain(
      '### 💥 Agent eval could not run: SOME_API_KEY is empty or missing\n\nRun gh secret set SOME_API_KEY, and write env: { SOME_API_KEY: ${{ secrets.SOME_API_KEY }} } in the step of the action.',
    );
  }
  const skipped = await scene.pushMain({ inputs: { 'on-missing-secrets': 'skip' } });
  expect([skipped.exitCode, skipped.outputs['verdict']]).toEqual([0, 'inconclusive']);
});

describe('the comment', () => {
  const marker = { id: commentId(WORKFLOW_PATH, 'agent-eval', ''), runAttempt: 1, headSha: sha('before') };

  it('says that it is outdated when the head has moved while the run went on', async (openScene) => {
    const scene = await openScene(SUITE);
    const { event, checkout, pull } = await scene.openPull({ 'README.md': 'words' });
    const tested = pull.head.sha;
    pull.head = { ...pull.head, sha: sha('pushed meanwhile') };
    await scene.run(event, { workspace: checkout });
    expect(scene.fake.state.comments[0]?.body).toContain(
      `**Outdated:** this is for ${tested.slice(0, 7)}; the pull request is at ${pull.head.sha.slice(0, 7)} now`,
    );
  });

  it('of a newer run is never overwritten', async (openScene) => {
    const scene = await openScene(SUITE);
    const { event, checkout, pull } = await scene.openPull({ 'README.md': 'words' });
    const newer = addRun(scene.fake.state, { headSha: pull.head.sha, id: scene.fake.state.nextId() + 100 });
    const body = `${writeMarker({ ...marker, runId: newer.id })}\nnewer`;
    addComment(scene.fake.state, { issueNumber: 1, body });
    const result = await scene.run(event, { workspace: checkout });
    expect(result).toExit(0);
    expect(scene.fake.state.comments.map((comment) => comment.body)).toEqual([body]);
  });
});
