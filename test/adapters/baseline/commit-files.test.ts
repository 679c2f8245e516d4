import { describe, expect, it } from 'vitest';
import { commitFiles } from '#adapters/baseline/commit-files.ts';
import { addCommit, sha } from '#test/support/github/state-builders.ts';
import { repositoryOf, startMainHistory } from './main-history.ts';

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
      problem: expect.stringMatching(/sees no such commit; add "permissions: contents: read"$/),
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
