import { describe, expect, it } from 'vitest';
import { gitBlobSha } from '#config/base-rules/commit-listing.ts';
import { commitFiles } from '#github/commits/commit-files.ts';
import { repositoryOf, startMainHistory } from '#test/github/artifacts/main-history.ts';
import type { FakeGitHub } from '#test/testing/github/fake-github.ts';
import { addCommit, sha } from '#test/testing/github/state-builders.ts';

const FILES = { 'evals/agent-eval.yml': 'version: 1\n', 'evals/large.yml': 'x'.repeat(5_000_000) };

async function opened(...seed: Parameters<typeof startMainHistory>) {
  const main = await startMainHistory(...seed);
  addCommit(main.fake.state, { sha: sha('base'), files: FILES });
  const at = (commit: string) =>
    commitFiles({ github: main.github, repository: repositoryOf(main.fake), sha: sha(commit) });
  return { fake: main.fake, at, [Symbol.asyncDispose]: () => main[Symbol.asyncDispose]() };
}

describe('files of a commit', () => {
  it('are read as that commit has them', async () => {
    await using main = await opened();
    addCommit(main.fake.state, { sha: sha('pr'), files: { 'evals/agent-eval.yml': 'forged' } });
    const files = main.at('base');
    expect(files.sha).toBe(sha('base'));
    expect(await files.read('evals/agent-eval.yml')).toEqual({ text: 'version: 1\n' });
    expect(main.fake.violations).toEqual([]);
  });

  it('are absent only where the commit is seen and lacks them', async () => {
    await using main = await opened();
    expect(await main.at('base').read('evals/other.yml')).toEqual({ absent: true });
    expect(await main.at('never made').read('evals/agent-eval.yml')).toEqual({
      problem: expect.stringMatching(/has no access to the commit; add "permissions: contents: read"$/),
    });
  });

  it('that are folders or too large are refused', async () => {
    await using main = await opened();
    expect(await main.at('base').read('evals')).toEqual({ problem: 'is not a file' });
    expect(await main.at('base').read('evals/large.yml')).toEqual({
      problem: expect.stringMatching(/^is larger than/),
    });
  });

  it('that this token may not read name the permission; without an answer that is said', async () => {
    await using main = await opened({ repository: { private: true }, permissions: { actions: 'read' } });
    expect(await main.at('base').read('evals/agent-eval.yml')).toEqual({
      problem: expect.stringMatching(/may not be read .*add "permissions: contents: read"$/),
    });
    main.fake.failNext({ drop: true, times: 10 });
    expect(await main.at('base').read('evals/agent-eval.yml')).toEqual({
      problem: expect.stringMatching(/could not be read: no answer/),
    });
  });
});

describe('the list of the files of a commit', () => {
  it('has the hash that git gives each of them, and is asked for once', async () => {
    await using main = await opened();
    const files = main.at('base');
    const before = main.fake.requests.length;
    const [listing] = await Promise.all([files.list(), files.list()]);
    const hashes = Object.entries(FILES).map(([path, text]) => [path, gitBlobSha(text)] as const);
    const none = { executables: new Set(), links: new Set(), targets: new Map(), submodules: new Set() };
    expect(listing).toEqual({ files: new Map(hashes), ...none });
    expect(main.fake.requests.slice(before).map(({ operationId }) => operationId)).toEqual(['git/get-tree']);
    expect(main.fake.violations).toEqual([]);
  });

  it('tells links and submodules from files', async () => {
    await using main = await opened();
    answerTree(main.fake, {
      tree: [entry('a.yml', '100644'), entry('run.sh', '100755'), entry('evals', '040000', 'tree')],
    });
    expect(await main.at('base').list()).toEqual({
      files: new Map([
        ['a.yml', 'f'],
        ['run.sh', 'f'],
      ]),
      executables: new Set(['run.sh']),
      links: new Set(),
      targets: new Map(),
      submodules: new Set(),
    });
    answerTree(main.fake, { tree: [entry('link.yml', '120000'), entry('vendor/module', '160000', 'commit')] });
    expect(await main.at('base').list()).toEqual({
      files: new Map(),
      executables: new Set(),
      links: new Set(['link.yml', 'vendor/module']),
      targets: new Map([
        ['link.yml', 'f'],
        ['vendor/module', 'f'],
      ]),
      submodules: new Set(['vendor/module']),
    });
  });

  it('is none where it is cut off, or can not be had', async () => {
    await using main = await opened();
    answerTree(main.fake, { truncated: true });
    expect(await main.at('base').list()).toEqual({ problem: 'are too many to be listed' });
    answerTree(main.fake, { tree: 'none' });
    expect(await main.at('base').list()).toEqual({ problem: expect.stringMatching(/did not return a list of files$/) });
    expect(await main.at('never made').list()).toEqual({ problem: expect.stringMatching(/^could not be read: /) });
  });
});

function entry(path: string, mode: string, type = 'blob'): object {
  return { path, mode, type, sha: 'f' };
}

function answerTree(fake: FakeGitHub, facts: object): void {
  const body = { sha: 'f', truncated: false, tree: [], ...facts };
  fake.failNext({ path: /\/git\/trees\//, status: 200, body });
}
