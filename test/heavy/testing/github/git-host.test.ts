import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { startGitHost } from '#test/testing/github/git-host.ts';
import { createState } from '#test/testing/github/state.ts';
import { createRepository } from '#test/testing/github/workspace.ts';

const REPOSITORY = 'https://github.com/octo-org/agents';

test('a client that sends the token gets a commit by its id from github.com', async () => {
  const { host, repository, git, token } = await stage();
  const sha = await repository.head();
  await git(token, 'fetch', '--quiet', '--depth=1', REPOSITORY, sha);
  await git(token, 'checkout', '--quiet', 'FETCH_HEAD');
  expect(await readFile(join(git.folder, 'a.txt'), 'utf8')).toBe('text of a');
  expect(new Set(host.requests.map(({ status }) => status))).toEqual(new Set([200]));
  expect(host.violations).toEqual([]);
});

test('a client without the token, or with another, is refused', async () => {
  const { host, git } = await stage();
  for (const token of [null, 'another']) {
    await expect(git(token, 'ls-remote', REPOSITORY)).rejects.toThrow(/could not read Username|Authentication failed/);
  }
  expect(host.requests.map(({ status }) => status)).toContain(401);
  expect(host.violations).toEqual([]);
});

test.each([
  ['another repository', ['ls-remote', 'https://github.com/octo-org/other'], /git asked for \/octo-org\/other/],
  ['another host', ['ls-remote', 'https://gitlab.example/octo-org/agents'], /a connection to gitlab\.example:443/],
  ['to push', ['push', REPOSITORY, 'HEAD:refs/heads/main'], /service=git-receive-pack/],
])('whoever asks for %s is a violation', async (_, args, violation) => {
  const { host, git, token } = await stage();
  await git(token, 'commit', '--quiet', '--allow-empty', '--message=x');
  await expect(git(token, ...args)).rejects.toThrow();
  expect(host.violations.join()).toMatch(violation);
});

/** A repository at github.com, and a git in an empty one that comes there. */
async function stage() {
  const state = createState();
  const repository = await createRepository({ 'a.txt': 'text of a' });
  const host = await startGitHost(state, repository.path);
  const folder = newFolder('client');
  onTestFinished(async () => {
    await host.close();
    await repository[Symbol.asyncDispose]();
  });
  const run = async (token: string | null, ...args: readonly string[]) => {
    const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
    const header = token === null ? [] : ['-c', `http.extraHeader=Authorization: basic ${credentials}`];
    const identity = ['-c', 'user.name=Mona', '-c', 'user.email=mona@example.com'];
    const isolated = { HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', PATH: process.env['PATH'] };
    await promisify(execFile)('git', [...header, ...identity, ...args], {
      cwd: folder,
      env: { ...isolated, ...host.env },
    });
  };
  await run(null, 'init', '--quiet');
  return { host, repository, git: Object.assign(run, { folder }), token: state.token.value };
}
