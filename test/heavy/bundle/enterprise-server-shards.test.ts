import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';

const env = { GITHUB_SERVER_URL: 'https://github.example.com' };
const SUITE = scriptedSuite({ one: {} });

it('shards and merges are refused on GitHub Enterprise Server, before any trial', async ({ openScene }) => {
  const scene = await openScene(SUITE);
  for (const inputs of [{ shard: '1/2' }, { mode: 'merge' }]) {
    const result = await scene.pushMain({ env, inputs });
    expect(result.exitCode, result.stdout).toBe(2);
    expect(result.stdout).toMatch(/does not work on https:\/\/github\.example\.com: .*in one job/);
  }
  expect(existsSync(join(scene.repository.path, TRACE))).toBe(false);
});

it('a pull request there that finds no baseline is told why there is none', async ({ openScene }) => {
  const scene = await openScene(SUITE);
  await scene.pushMain({ env });
  const result = await scene.runPull({ 'README.md': 'words' }, { env });
  expect(result.exitCode, result.stdout).toBe(0);
  expect(readable(result.summary)).toMatch(/GitHub Enterprise Server does not accept artifacts.*"baseline: file:PATH"/);
  expect(readable(result.summary)).not.toContain('has a readable artifact');
});
