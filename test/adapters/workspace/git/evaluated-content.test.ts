import { describe, expect, it } from 'vitest';
import { evaluatedContent } from '#adapters/workspace/git/evaluated-content.ts';
import { createRepository, type WorkspaceFiles } from '#test/support/github/workspace.ts';

const FILES = { 'README.md': 'words', LICENSE: 'terms', 'agent.mjs': 'console.log(1)', 'docs/README.md': 'words' };

/** Whether what is evaluated stays the same when files change. */
async function staysSame(change: WorkspaceFiles, files: WorkspaceFiles = {}): Promise<boolean> {
  await using repository = await createRepository({ ...FILES, ...files });
  const before = await evaluatedContent(repository.path);
  await repository.commit('change', change);
  const after = await evaluatedContent(repository.path);
  expect(before?.hash).toMatch(/^[0-9a-f]{64}$/);
  return after?.hash === before?.hash;
}

describe('what a commit evaluates', () => {
  it('is the same after an empty commit, and after an edit of documents at the root that nothing names', async () => {
    expect(await staysSame({})).toBe(true);
    expect(await staysSame({ 'README.md': 'other words', LICENSE: 'other terms' })).toBe(true);
    expect(await staysSame({ 'README.md': 'other words' }, { 'package.json': '{"files":["README.md"]}' })).toBe(true);
  });

  it.each([
    ['an agent', { 'agent.mjs': 'console.log(2)' }],
    ['a document in a folder, which an agent may search', { 'docs/README.md': 'other words' }],
    ['a file with any other name', { 'FAQ.md': 'words' }],
  ])('is something else after an edit of %s', async (_, change) => {
    expect(await staysSame(change)).toBe(false);
  });

  it('is something else after an edit of a document that a file names: it may be what the agent answers from', async () => {
    expect(await staysSame({ 'README.md': 'other words' }, { 'src/agent.py': 'open("README.md").read()' })).toBe(false);
    expect(await staysSame({ LICENSE: 'other terms' }, { 'src/agent.py': 'open("README.md").read()' })).toBe(true);
  });

  it('is not known outside a repository', async () => {
    expect(await evaluatedContent('/')).toBeNull();
  });
});
