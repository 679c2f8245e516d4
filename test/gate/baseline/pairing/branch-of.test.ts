import { expect, test } from 'vitest';
import { branchOf } from '#gate/baseline/pairing/branch-of.ts';

const on = (ref: string | null, base_ref?: string) => ({
  commit: { sha: null, ref, head_sha: null, base_sha: null, pull_request: null, ...(base_ref && { base_ref }) },
});

test.each([
  [
    'the branch of the nearest run that names one',
    on('refs/pull/7/merge'),
    [on(null), on('refs/heads/master')],
    'master',
  ],
  ['before the one that the change goes onto', on(null, 'release'), [on('refs/heads/a/b')], 'a/b'],
  [
    'the one that the change goes onto, if the runs name none',
    on(null, 'trunk'),
    [on(null), on('refs/tags/v1')],
    'trunk',
  ],
  ['never the branch of the change itself', on('refs/heads/mine'), [on('refs/heads/mine')], 'main'],
  ['main, if nobody knows', on(null), [], 'main'],
])('what a change is compared with is called by %s', (_, change, runs, name) => {
  expect(branchOf(change, runs)).toBe(name);
});
