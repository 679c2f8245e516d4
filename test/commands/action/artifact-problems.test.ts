import { expect, it } from 'vitest';
import { artifactProblems } from '#commands/action/session/github-run.ts';

const ENTERPRISE = { serverUrl: 'https://github.example.com' };
const SHARD = { mode: 'run', shard: { index: 1, of: 2 }, confirm: 'auto' } as const;
const MERGE = { mode: 'merge', shard: null, confirm: 'auto' } as const;
/** The run whose failures another job confirms is its only shard. */
const CONFIRMED = { mode: 'run', shard: { index: 1, of: 1 }, confirm: 'job' } as const;

it.each([
  ['shard', SHARD],
  ['mode', MERGE],
  ['confirm', CONFIRMED],
])('GitHub Enterprise Server takes no artifacts, so the input %s is refused with the reason', (input, inputs) => {
  const [problem = '', ...others] = artifactProblems(inputs, ENTERPRISE);
  expect(problem).toMatch(/github\.example\.com: .* artifact, and GitHub Enterprise Server .*one job/);
  expect(problem.startsWith(`${input}:`)).toBe(true);
  expect(others).toEqual([]);
});

it('whole runs work there, and shards elsewhere', () => {
  expect(artifactProblems({ mode: 'run', shard: null, confirm: 'auto' }, ENTERPRISE)).toEqual([]);
  for (const serverUrl of ['https://github.com', 'https://octo.ghe.com'])
    for (const inputs of [SHARD, MERGE, CONFIRMED]) expect(artifactProblems(inputs, { serverUrl })).toEqual([]);
});
