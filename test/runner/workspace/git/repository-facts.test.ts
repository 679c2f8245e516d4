import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFacts } from '#runner/workspace/git/repository-facts.ts';
import { bareRepository } from '#test/commands/bare-repository.ts';
import { sha } from '#test/testing/github/state-builders.ts';
import { createRepository } from '#test/testing/github/workspace.ts';

it('a checkout is known by its root, commit and branch', async () => {
  await using repository = await createRepository({ 'bot/a.txt': 'a' });
  const head = await repository.head();
  expect(await repositoryFacts(join(repository.path, 'bot'))).toEqual({
    root: repository.path,
    sha: head,
    ref: 'refs/heads/main',
  });
});

it('committed files that look like a repository name no commit', async () => {
  await using repository = await createRepository(bareRepository('bot', sha('forged')));
  expect(await repositoryFacts(join(repository.path, 'bot'))).toEqual({ root: null, sha: null, ref: null });
});

it('a checkout of a commit is on no branch', async () => {
  await using repository = await createRepository({ 'a.txt': 'a' });
  await using checkout = await repository.checkout(await repository.head());
  expect(await repositoryFacts(checkout.path)).toMatchObject({ sha: await repository.head(), ref: null });
});

it('before the first commit there is a root and a branch', async () => {
  await using repository = await createRepository({});
  await using checkout = await repository.checkout(await repository.head());
  await checkout.git('symbolic-ref', 'HEAD', 'refs/heads/new');
  expect(await repositoryFacts(checkout.path)).toEqual({
    root: checkout.path,
    sha: null,

    ref: 'refs/heads/new',
  });
});

it('outside of a repository nothing is known', async () => {
  expect(await repositoryFacts(tmpdir())).toEqual({ root: null, sha: null, ref: null });
});

it('git is asked once by all who ask at the same time, and again by who asks later', async () => {
  await using repository = await createRepository({ 'a.txt': 'a' });
  const first = repositoryFacts(repository.path);
  expect(repositoryFacts(join(repository.path, '.'))).toBe(first);
  await first;
  const later = repositoryFacts(repository.path);
  expect(later).not.toBe(first);
  expect(await later).toEqual(await first);
});
