import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkOutCommit, type FetchedBefore } from '#runner/workspace/base-checkout/checkout.ts';
import type { CommitSource } from '#runner/workspace/base-checkout/commit-source.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { startGitServer } from '#test/testing/github/git-server.ts';
import { createRepository, type WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { fakeGit } from './fake-git.ts';

const TOKEN = 'ghs_Qz7vK2mXb9TfLw4RnHc8YpDs';
const SPELLINGS = [TOKEN, Buffer.from(`x-access-token:${TOKEN}`).toString('base64')];

describe('the files of a commit', () => {
  test('come from a server by a token, also of a commit that no branch holds any more', async () => {
    const { repository, base, temporary } = await world();
    await repository.git('update-ref', 'refs/heads/main', await repository.commit('rewritten'));
    await using server = await startGitServer(repository.path, TOKEN);
    const checkout = await checkedOut({ kind: 'remote', url: server.url, token: TOKEN }, base, temporary);
    expect(await readFile(join(checkout.folder, 'agent.txt'), 'utf8')).toBe('base');
    await checkout.close();
    expect(await readdir(temporary)).toEqual([]);
  });

  test('come from a checkout without history, if it holds the commit', async () => {
    const { repository, head, base, temporary } = await world();
    await using shallow = await repository.checkout(head);
    const source: CommitSource = { kind: 'local', repository: shallow.path };
    expect(await readFile(join((await checkedOut(source, head, temporary)).folder, 'later.txt'), 'utf8')).toBe('later');
    const problem = await problemOf(source, base, temporary);
    expect(problem).toMatch(/is not in this repository; fetch it first \(git fetch origin [0-9a-f]{40}\)/);
  });

  const NOTHING = async () => {};
  test.each<[string, (folder: string) => Promise<unknown>]>([
    ['nothing', NOTHING],
    ['the same again', (folder) => writeFile(join(folder, 'agent.txt'), 'base')],
    ['a new file', (folder) => writeFile(join(folder, 'bin/added'), '')],
    ['settings of git', (folder) => writeFile(join(folder, '.git/config'), '[alias]')],
    ['away what was there', (folder) => rm(join(folder, 'bin'), { recursive: true })],
  ])('are copied from where they were fetched before, unless somebody wrote there: %s', async (_, write) => {
    const { repository, base, temporary } = await world({ 'bin/run': 'base' });
    await using server = await startGitServer(repository.path, TOKEN);
    const source: CommitSource = { kind: 'remote', url: server.url, token: TOKEN };
    const first = await checkedOut(source, base, temporary);
    const before = { ...first, all: await first.filesNow('all') };
    const asked = server.headers.length;
    await write(first.folder);
    const copy = await checkedOut(source, base, temporary, {}, temporary, before);
    expect(server.headers.length > asked).toBe(write !== NOTHING);
    const paths = async ({ folder }: typeof copy) => (await readdir(folder, { recursive: true })).sort();
    if (write === NOTHING) expect(await paths(copy)).toEqual(await paths(first));
    expect([...(await copy.filesNow('commit')).keys()].sort()).toEqual(['agent.txt', 'bin/run']);
    await writeFile(join(copy.folder, 'agent.txt'), 'of the copy alone');
    expect(await readFile(join(first.folder, 'agent.txt'), 'utf8')).toBe('base');
  });
});

describe('nothing that others wrote acts', () => {
  test('neither hooks nor settings nor filters of the checkout that an agent has just used', async () => {
    const { repository, base, temporary } = await world({ '.gitattributes': '*.txt filter=evil diff=evil\n' });
    const { trace, script } = await evilScript(temporary);
    for (const name of ['post-checkout', 'pre-auto-gc', 'reference-transaction', 'post-index-change']) {
      await writeFile(join(repository.path, '.git/hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    for (const [key, value] of evilSettings(script)) await repository.git('config', key, value);
    const checkout = await checkedOut({ kind: 'local', repository: repository.path }, base, temporary);
    expect(await readFile(join(checkout.folder, 'agent.txt'), 'utf8')).toBe('base');
    await expect(stat(trace)).rejects.toThrow('ENOENT');
  });

  test('neither the settings of the user, wherever they are named', async () => {
    const { repository, base, temporary } = await world({ '.gitattributes': '*.txt filter=evil\n' });
    const { trace, script } = await evilScript(temporary);
    const home = newFolder('home');
    await mkdir(join(home, 'git'));
    const text = evilSettings(script).map(([key, value]) => iniOf(key, value));
    for (const file of ['.gitconfig', 'git/config']) await writeFile(join(home, file), text.join(''));
    await using server = await startGitServer(repository.path, TOKEN);
    const environment = {
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      GIT_CONFIG_SYSTEM: join(home, '.gitconfig'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'filter.evil.smudge',
      GIT_CONFIG_VALUE_0: script,
      GIT_TEMPLATE_DIR: home,
      GIT_ASKPASS: script,
      GIT_SSH_COMMAND: script,
      GIT_EXTERNAL_DIFF: script,
    };
    const source: CommitSource = { kind: 'remote', url: server.url, token: TOKEN };
    const checkout = await checkedOut(source, base, temporary, environment);
    expect(await readFile(join(checkout.folder, 'agent.txt'), 'utf8')).toBe('base');
    expect(await problemOf({ ...source, token: 'wrong' }, base, temporary, environment)).toMatch(/contents: read/);
    await expect(stat(trace)).rejects.toThrow('ENOENT');
  });

  test('a symbolic link of the commit is a link, and nothing is written through it', async () => {
    const { repository, temporary } = await world();
    await repository.git('update-index', '--add', '--cacheinfo', `120000,${await blobOf(repository, '/etc')},out`);
    await repository.git('commit', '--quiet', '--message=link');
    const checkout = await checkedOut(
      { kind: 'local', repository: repository.path },
      await repository.head(),
      temporary,
    );
    expect((await readdir(checkout.folder, { withFileTypes: true })).find(({ name }) => name === 'out')).toSatisfy(
      (entry: { isSymbolicLink(): boolean }) => entry.isSymbolicLink(),
    );
  });
});

describe('the token', () => {
  test('is in no argument, and in the environment of git only; no other secret is there', async () => {
    const { base, temporary } = await world();
    const log = join(temporary, 'log');
    const bin = await fakeGit(`printf '%s\\n' "argv: $*" >> ${log}\nenv | sed 's/^/env: /' >> ${log}`);
    const source: CommitSource = { kind: 'remote', url: 'https://github.example/o/r', token: TOKEN };
    const ours = {
      PATH: `${bin}:${process.env['PATH']}`,
      OPENAI_API_KEY: 'sk-other',
      INPUT_GITHUB_TOKEN: TOKEN,
      GIT_TRACE: '1',
    };
    await checkedOut(source, base, temporary, ours);
    const lines = (await readFile(log, 'utf8')).split('\n');
    const argv = lines.filter((line) => line.startsWith('argv: ')).join('\n');
    expect(argv).toContain(`fetch --quiet --depth=1 --no-tags`);
    expect(argv).toContain(`https://github.example/o/r ${base}`);
    for (const spelling of SPELLINGS) expect(argv).not.toContain(spelling);
    const environment = lines.filter((line) => line.startsWith('env: '));
    expect(environment.filter((line) => line.includes(SPELLINGS[1] ?? '')).length).toBeGreaterThan(0);
    expect(environment.join('\n')).toContain('http.https://github.example/.extraHeader');
    expect(environment.join('\n')).not.toMatch(/sk-other|INPUT_|GIT_TRACE/);
    expect(environment.join('\n')).not.toContain(TOKEN);
  });

  test('is in no file that is left, and goes to the server alone', async () => {
    const { repository, base, temporary } = await world();
    await using server = await startGitServer(repository.path, TOKEN);
    const checkout = await checkedOut({ kind: 'remote', url: server.url, token: TOKEN }, base, temporary);
    expect(server.headers.every(({ authorization }) => authorization === `basic ${SPELLINGS[1]}`)).toBe(true);
    const files = (await readdir(checkout.folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ name }) => name)).toContain('FETCH_HEAD');
    for (const { parentPath, name } of files) {
      const text = await readFile(join(parentPath, name), 'latin1');
      for (const spelling of SPELLINGS) expect(text).not.toContain(spelling);
    }
  });

  test.each(['http://github.example/o/r', 'ssh://git@github.example/o/r', 'ext::sh -c true'])(
    'is not sent to %s',
    async (url) => {
      expect(await problemOf({ kind: 'remote', url, token: TOKEN }, 'a'.repeat(40), tmpdir())).toMatch(/https only/);
    },
  );

  test('is not carried along by a redirection', async () => {
    const { repository, base, temporary } = await world();
    await using second = await startGitServer(repository.path, TOKEN);
    await using first = await startGitServer(repository.path, TOKEN, { status: 302, location: second.url });
    const problem = await problemOf({ kind: 'remote', url: first.url, token: TOKEN }, base, temporary);
    expect(problem).toMatch(/could not fetch commit/);
    expect(second.headers).toEqual([]);
  });
});

describe('a commit that can not be had says what to mend', () => {
  test.each([401, 403, 404])('status %i: the permission', async (status) => {
    const { repository, base, temporary } = await world();
    await using server = await startGitServer(repository.path, TOKEN, { status });
    const problem = await problemOf({ kind: 'remote', url: server.url, token: TOKEN }, base, temporary);
    expect(problem).toBe('the repository can\'t be read with github-token; give the job "permissions: contents: read"');
  });

  test('the commit is unknown to the server', async () => {
    const { repository, temporary } = await world();
    await using server = await startGitServer(repository.path, TOKEN);
    const problem = await problemOf({ kind: 'remote', url: server.url, token: TOKEN }, 'b'.repeat(40), temporary);
    expect(problem).toMatch(/^commit bbbbbbb is not, or no longer, in the repository; update the branch/);
  });

  test.each(['abc1234', 'HEAD', '--upload-pack=sh', 'A'.repeat(40), 'a'.repeat(64), ''])(
    '%j is no commit id',
    async (sha) => {
      expect(await problemOf({ kind: 'local', repository: tmpdir() }, sha, tmpdir())).toMatch(/not a full commit id/);
    },
  );

  test('git is not there', async () => {
    const { base, temporary } = await world();
    const problem = await problemOf({ kind: 'local', repository: temporary }, base, temporary, { PATH: temporary });
    expect(problem).toBe('git was not found on PATH; install it on the machine that runs this');
  });

  test('the server breaks: the words of git on one line, without anything a log could act on', async () => {
    const { repository, base, temporary } = await world();
    await using server = await startGitServer(repository.path, TOKEN, { status: 500 });
    const problem = await problemOf({ kind: 'remote', url: server.url, token: TOKEN }, base, temporary);
    expect(problem).toMatch(/^git could not fetch commit [0-9a-f]{7}: "fatal: .*500"$/);
  });

  test('the run is over', async () => {
    const { repository, base, temporary } = await world();
    const options = {
      temporary,
      environment: { PATH: process.env['PATH'] },
      signal: AbortSignal.abort(),
      root: temporary,
    };
    const source: CommitSource = { kind: 'local', repository: repository.path };
    expect(await checkOutCommit(source, base, options)).toEqual({ problem: 'the run was aborted' });
  });
});

describe('files that git keeps elsewhere', () => {
  test('are a problem where the candidate has them', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n';
    const { repository, base, temporary } = await world({
      '.gitattributes': '*.bin filter=lfs\n',
      'model.bin': pointer,
    });
    const source: CommitSource = { kind: 'local', repository: repository.path };
    await checkedOut(source, base, temporary, undefined, repository.path);
    await writeFile(join(repository.path, 'model.bin'), 'the real thing');
    const problem = await problemOf(source, base, temporary, undefined, repository.path);
    expect(problem).toBe('its file "model.bin" is kept in Git LFS, which is not fetched');
  });

  test('submodules too', async () => {
    const modules = '[submodule "lib"]\n\tpath = lib\n\turl = https://example.com/lib\n';
    const { repository, base, temporary } = await world({ '.gitmodules': modules });
    const source: CommitSource = { kind: 'local', repository: repository.path };
    await checkedOut(source, base, temporary, undefined, repository.path);
    await mkdir(join(repository.path, 'lib'));
    await writeFile(join(repository.path, 'lib', 'code.txt'), 'x');
    const problem = await problemOf(source, base, temporary, undefined, repository.path);
    expect(problem).toBe('its submodule "lib" is not fetched');
  });
});

describe('what a commit needs installed', () => {
  const LOCK = { 'package-lock.json': '{}\n', 'api/requirements.txt': 'httpx==0.27\n' };
  const IGNORED = 'node_modules/\n';

  test('is what is there where every manifest is the same, whatever is installed and whatever ends its lines', async () => {
    const { repository, base, temporary } = await world({ ...LOCK, '.gitignore': IGNORED });
    for (const path of ['node_modules/left-pad', '.venv/lib/python3.13/site-packages/x', 'venv/x']) {
      await mkdir(join(repository.path, path), { recursive: true });
      for (const name of ['package.json', 'setup.py']) await writeFile(join(repository.path, path, name), 'theirs');
    }
    await writeFile(join(repository.path, 'api/requirements.txt'), 'httpx==0.27\r\n');
    expect(await otherOf(repository.path, base, temporary)).toBeNull();
  });

  test('is told by the manifests of many package managers, in any folder', async () => {
    const names = [
      ...['requirements-dev.txt', 'requirements/base.txt', 'pyproject.toml', 'setup.py', 'setup.cfg', 'poetry.lock'],
      ...['uv.lock', 'pdm.lock', 'Pipfile', 'Pipfile.lock', 'environment.yml', 'package.json', 'package-lock.json'],
      ...['npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'go.mod', 'go.sum', 'Gemfile'],
      ...['Gemfile.lock', 'Cargo.toml', 'Cargo.lock', 'composer.json', 'composer.lock', 'Bot.csproj', 'pom.xml'],
      ...['build.gradle', 'build.gradle.kts', 'mix.exs', 'mix.lock'],
    ].map((name, number) => `services/bot-${number}/${name}`);
    const { repository, base, temporary } = await world(Object.fromEntries(names.map((name) => [name, 'one'])));
    const { path } = repository;
    const checkout = await checkedOut({ kind: 'local', repository: path }, base, temporary, {}, path);
    for (const name of names) {
      await writeFile(join(path, name), 'other');
      expect(await checkout.otherDependencies('')).toBe(`${JSON.stringify(name)} is not the one of main`);
      await writeFile(join(path, name), 'one');
    }
  });

  test('is asked of no program that the checkout names', async () => {
    const { repository, base, temporary } = await world({ ...LOCK, '.gitattributes': '*.txt filter=evil diff=evil\n' });
    const { trace, script } = await evilScript(temporary);
    for (const [key, value] of evilSettings(script)) await repository.git('config', key, value);
    await repository.git('config', 'core.worktree', '/');
    await writeFile(join(repository.path, 'api/requirements.txt'), 'other');
    expect(await otherOf(repository.path, base, temporary)).toBe('"api/requirements.txt" is not the one of main');
    await expect(stat(trace)).rejects.toThrow('ENOENT');
  });

  test('is unknown where the checkout can not be looked through', async () => {
    const { repository, base, temporary } = await world(LOCK);
    const checkout = await checkedOut({ kind: 'local', repository: repository.path }, base, temporary);
    await rm(join(checkout.folder, '.git'), { recursive: true });
    expect(await checkout.otherDependencies('')).toMatch(/^it may need other packages/);
  });

  test.each<[string, WorkspaceFiles]>([
    ['a checkout has not, being sparse', { 'api/requirements.txt': null }],
    ['main has not, as installing writes it', { 'uv.lock': 'x', 'constraints.txt': 'x' }],
    ['is of another program', { 'web/package.json': '{"other":1}' }],
    [
      'is of documents or tests',
      { 'api/docs/requirements.txt': 'other', 'api/tests/fixtures/package.json': '{"other":1}' },
    ],
    ['is locked beside it: a version, scripts', { 'api/package.json': '{"version":"2"}' }],
  ])('is not told by what %s', async (_, changes) => {
    const other = ['web/package.json', 'api/docs/requirements.txt', 'api/tests/fixtures/package.json'];
    const { repository, base, temporary } = await world({
      ...LOCK,
      ...Object.fromEntries(other.map((name) => [name, 'one'])),
      'api/package.json': '{}',
      'api/package-lock.json': '{}',
    });
    await repository.commit('no packages of the agent', changes);
    expect(await otherOf(repository.path, base, temporary, 'api')).toBeNull();
  });

  async function otherOf(beside: string, sha: string, temporary: string, place = ''): Promise<string | null> {
    const checkout = await checkedOut({ kind: 'local', repository: beside }, sha, temporary, {}, beside);
    return checkout.otherDependencies(place);
  }
});

async function world(files: WorkspaceFiles = {}) {
  const repository = await createRepository({ 'agent.txt': 'base', ...files });
  const temporary = newFolder('base-commit');
  onTestFinished(async () => {
    await repository[Symbol.asyncDispose]();
  });
  const base = await repository.head();
  const head = await repository.commit('head', { 'agent.txt': 'head', 'later.txt': 'later' });
  return { repository, base, head, temporary };
}

type Ours = Readonly<Record<string, string | undefined>>;

async function checkOut(
  source: CommitSource,
  sha: string,
  temporary: string,
  ours: Ours = {},
  root = temporary,
  before?: FetchedBefore,
) {
  const environment = { PATH: process.env['PATH'], ...ours };
  const signal = AbortSignal.timeout(300_000);
  return checkOutCommit(source, sha, { temporary, environment, signal, root, before });
}

async function checkedOut(...args: Parameters<typeof checkOut>) {
  const made = await checkOut(...args);
  if ('problem' in made) expect.fail(made.problem);
  return made.checkout;
}

/** Nothing is left behind then. */
async function problemOf(...args: Parameters<typeof checkOut>): Promise<string> {
  const left = async () => (await readdir(args[2])).filter((name) => name.startsWith('agent-eval-base-'));
  const before = await left();
  const made = await checkOut(...args);
  if ('checkout' in made) expect.fail('it was checked out');
  expect(await left()).toEqual(before);
  return made.problem;
}

/** A command that leaves a trace of having run, and hands on what it is given. */
async function evilScript(folder: string) {
  const trace = join(folder, 'trace');
  return { trace, script: `touch ${trace}; cat` };
}

const evilSettings = (script: string): readonly (readonly [string, string])[] => [
  ['core.fsmonitor', script],
  ['core.sshCommand', script],
  ['core.askPass', script],
  ['core.alternateRefsCommand', script],
  ['filter.evil.smudge', script],
  ['filter.evil.process', script],
  ['diff.evil.textconv', script],
  ['uploadpack.packObjectsHook', script],
  ['credential.helper', `!${script}`],
  ['url.http://127.0.0.1:9/.insteadOf', 'http://127.0.0.1'],
  ['protocol.ext.allow', 'always'],
];

function iniOf(key: string, value: string): string {
  const [section = '', ...rest] = key.split('.');
  const name = rest.pop() ?? '';
  const head = rest.length === 0 ? `[${section}]` : `[${section} "${rest.join('.')}"]`;
  return `${head}\n\t${name} = ${JSON.stringify(value)}\n`;
}

async function blobOf(repository: Awaited<ReturnType<typeof createRepository>>, text: string): Promise<string> {
  const file = join(repository.path, '.git', 'blob');
  await writeFile(file, text);
  return repository.git('hash-object', '-w', file);
}
