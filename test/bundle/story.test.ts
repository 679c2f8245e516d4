import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_BUNDLE, ACTION_FILE } from '#test/support/bundle.ts';
import { adoptWorkspace } from '#test/support/github/adopt-workspace.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/support/github/fake-github.ts';
import { pullRequestEvent, pushEvent } from '#test/support/github/payloads.ts';
import { type ActionResult, runAction } from '#test/support/github/runner.ts';
import { addPullRequest } from '#test/support/github/state-builders.ts';
import { createRepository, type Workspace } from '#test/support/github/workspace.ts';
import { BROKEN_PROMPT, MAIN_PROMPT, supportAgent } from '#test/support/support-agent.ts';

describe('a repository with the action as a required check', () => {
  let repository: Workspace;
  let fake: FakeGitHub;
  let main: ActionResult;

  beforeAll(async () => {
    repository = await createRepository({ ...supportAgent(), 'prompt.txt': MAIN_PROMPT });
    fake = await startFakeGitHub();
    await adoptWorkspace(fake.state, repository);
    const event = pushEvent(fake.state, { after: await repository.head() });
    main = await runAction({ bundle: ACTION_BUNDLE, actionFile: ACTION_FILE, fake, workspace: repository.path, event });
  }, 60_000);

  afterAll(async () => {
    await fake?.close();
    await repository?.[Symbol.asyncDispose]();
  });

  /** Opens or updates the pull request with a commit, as a person does, and runs the check on GitHub's merge commit. */
  async function check(message: string, files: Record<string, string>): Promise<ActionResult> {
    const head = await repository.commit(message, files);
    const merge = await repository.mergeCommit({ base: 'main', head: 'feature', number: 1 });
    await adoptWorkspace(fake.state, repository);
    const open = fake.state.pullRequests.find((pull) => pull.number === 1);
    const pull =
      open ??
      addPullRequest(fake.state, {
        number: 1,
        head: { ref: 'feature', sha: head },
        base: { sha: main.run.headSha },
        mergeCommitSha: merge,
      });
    Object.assign(pull, { mergeCommitSha: merge, head: { ...pull.head, sha: head } });
    await using checkout = await repository.checkout(merge, { number: 1 });
    const event = pullRequestEvent(fake.state, pull);
    return await runAction({ bundle: ACTION_BUNDLE, actionFile: ACTION_FILE, fake, workspace: checkout.path, event });
  }

  it('stores the results of a push to main as an artifact and is green', () => {
    expect(main.exitCode, main.stdout).toBe(0);
    expect(fake.state.artifacts.map((artifact) => artifact.name)).toContain('agent-eval-results');
    expect(fake.violations).toEqual([]);
  });

  it('is green on an unchanged pull request, red on a broken prompt, green again once it is mended, in one comment', async () => {
    await repository.branch('feature');

    const unchanged = await check('Reword the readme', { 'README.md': 'words' });
    expect(unchanged.exitCode, unchanged.stdout).toBe(0);
    expect(unchanged.outputs['verdict']).toBe('pass');
    expect(unchanged.outputs['baseline-sha']).toBe(main.run.headSha);
    expect(fake.state.comments).toHaveLength(1);
    const [comment] = fake.state.comments;
    expect(comment?.body).toContain('✅');

    const broken = await check('Shorten the prompt', { 'prompt.txt': BROKEN_PROMPT });
    expect(broken.exitCode).toBe(1);
    expect(broken.outputs['verdict']).toBe('fail');
    expect(fake.state.comments).toHaveLength(1);
    expect(fake.state.comments[0]?.id).toBe(comment?.id);
    expect(fake.state.comments[0]?.body).toContain('refund-cracked-mug');
    expect(fake.state.comments[0]?.body).toMatch(/missing.*lookup/);
    expect(broken.summary).toContain('refund-cracked-mug');
    const onCase = broken.commands.annotations.find((annotation) => annotation.file === 'evals/support.yml');
    expect(onCase).toMatchObject({ level: 'error' });
    expect(onCase?.line).toBeGreaterThan(1);

    const mended = await check('Put the rule back', { 'prompt.txt': MAIN_PROMPT });
    expect(mended.exitCode, mended.stdout).toBe(0);
    expect(mended.outputs['verdict']).toBe('pass');
    expect(fake.state.comments).toHaveLength(1);
    expect(fake.state.comments[0]?.id).toBe(comment?.id);
    expect(fake.state.comments[0]?.body).toContain('✅');

    expect(fake.violations).toEqual([]);
    for (const run of [main, unchanged, broken, mended]) expect(run.survivors).toEqual([]);
  }, 60_000);
});
