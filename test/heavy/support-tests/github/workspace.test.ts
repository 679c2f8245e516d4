import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adoptWorkspace } from '#test/support/github/adopt-workspace.ts';
import { changedFiles, compareCommits, resolveCommit } from '#test/support/github/commit-graph.ts';
import { createState } from '#test/support/github/state.ts';
import { createRepository, type Workspace } from '#test/support/github/workspace.ts';

test('the same steps give the same shas', async () => {
  await using one = await history();
  await using other = await history();
  expect(one.merge).toBe(other.merge);
  expect(one.base).not.toBe(one.head);
});

test('a merge commit has the base first, the head second, and the files of both', async () => {
  await using repository = await history();
  const { workspace, merge, base, head } = repository;
  expect(await workspace.git('log', '-1', '--format=%P', merge)).toBe(`${base} ${head}`);
  expect(await workspace.read(merge, 'prompt.md')).toBe('be rude\n');
  expect(await workspace.read(merge, 'other.md')).toBe('news');
  expect(await workspace.head()).toBe(base);
});

test('git finds nothing wrong in a repository or a checkout', async () => {
  await using repository = await history();
  const { workspace, merge } = repository;
  await workspace.commit('folders', { 'a/b/c.md': 'c', 'a.md': 'a', 'a-b/ü.md': '' });
  await using checkout = await workspace.checkout(merge, { number: 1 });
  for (const git of [workspace.git, checkout.git]) {
    expect(await git('fsck', '--strict', '--no-dangling')).toBe('');
    expect(await git('status', '--porcelain')).toBe('');
  }
});

test('git can go on where a workspace was written without it', async () => {
  await using repository = await createRepository({ 'a.md': 'a', 'b.md': 'b' });
  const made = await repository.git('commit', '--quiet', '--allow-empty', '--message=by git');
  expect(made).toBe('');
  const last = await repository.commit('after git', { 'a.md': null });
  expect(await repository.git('log', '--format=%s', last)).toBe('after git\nby git\nfirst commit');
  expect(await repository.git('ls-tree', '--name-only', last)).toBe('b.md');
});

test('files that both sides changed are merged line by line', async () => {
  await using repository = await createRepository({ 'a.md': '1\n2\n3\n4\n5\n' });
  await repository.branch('feature');
  await repository.commit('end', { 'a.md': '1\n2\n3\n4\nlast\n' });
  await repository.branch('main');
  await repository.commit('begin', { 'a.md': 'first\n2\n3\n4\n5\n' });
  const merge = await repository.mergeCommit({ base: 'main', head: 'feature' });
  expect(await repository.read(merge, 'a.md')).toBe('first\n2\n3\n4\nlast\n');
});

test('files are deleted by null', async () => {
  await using repository = await createRepository({ 'a.md': 'a', 'b.md': 'b' });
  const sha = await repository.commit('drop a', { 'a.md': null });
  expect(await repository.read(sha, 'a.md')).toBeNull();
  expect(await repository.read(sha, 'b.md')).toBe('b');
});

describe('a checkout is like that of actions/checkout', () => {
  test('detached at the merge commit, without its parents', async () => {
    await using repository = await history();
    const { workspace, merge, base } = repository;
    await using checkout = await workspace.checkout(merge, { number: 1 });
    expect(await checkout.git('rev-parse', 'HEAD')).toBe(merge);
    expect(await checkout.git('branch', '--show-current')).toBe('');
    expect(await checkout.git('for-each-ref', '--format=%(refname)')).toBe('refs/remotes/pull/1/merge');
    expect(await readFile(join(checkout.path, 'prompt.md'), 'utf8')).toBe('be rude\n');
    await expect(checkout.git('rev-parse', '--verify', '--quiet', 'HEAD^1')).rejects.toThrow();
    expect(await checkout.git('cat-file', 'commit', 'HEAD')).toContain(`parent ${base}`);
    await checkout.git('fetch', '--quiet', '--depth=1', 'origin', base);
    expect(await checkout.git('cat-file', '-t', base)).toBe('commit');
  });

  test('with all of the history when depth is 0', async () => {
    await using repository = await history();
    const { workspace, merge, base } = repository;
    await using checkout = await workspace.checkout(merge, { depth: 0 });
    expect(await checkout.git('rev-parse', 'HEAD^1')).toBe(base);
  });
});

test('the fake learns commits, refs and files of a workspace', async () => {
  await using repository = await history();
  const { workspace, merge, base, head, first } = repository;
  const state = createState();
  await adoptWorkspace(state, workspace);
  await adoptWorkspace(state, workspace);
  const [main, pull] = [resolveCommit(state, 'main'), resolveCommit(state, 'refs/pull/1/merge')];
  expect([main?.sha, pull?.sha]).toEqual([base, merge]);
  const feature = resolveCommit(state, head);
  if (main === null || feature === null) throw new Error('commits are missing');
  const comparison = compareCommits(state, main, feature);
  expect(comparison).toMatchObject({ status: 'diverged', mergeBase: { sha: first } });
  expect(await changedFiles(main, feature)).toEqual([
    { path: 'other.md', status: 'removed' },
    { path: 'prompt.md', status: 'modified' },
  ]);
  expect(await feature.read('prompt.md')).toBe('be rude\n');
  expect(await feature.read('none.md')).toBeNull();
});

type History = AsyncDisposable & {
  readonly workspace: Workspace;
  readonly first: string;
  readonly base: string;
  readonly head: string;
  readonly merge: string;
};

/** first → base on main, first → head on feature, and the merge of both. */
async function history(): Promise<History> {
  const workspace = await createRepository({ 'prompt.md': 'be kind\n', 'evals/cases.yml': 'cases: []\n' });
  const first = await workspace.head();
  await workspace.branch('feature');
  const head = await workspace.commit('be rude', { 'prompt.md': 'be rude\n' });
  await workspace.branch('main');
  const base = await workspace.commit('news', { 'other.md': 'news' });
  const merge = await workspace.mergeCommit({ base: 'main', head: 'feature' });
  return { workspace, first, base, head, merge, [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose]() };
}
