import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadContract } from '#test/testing/github/openapi-contract.ts';
import { ROUTES } from '#test/testing/github/rest.ts';

const SLICE = new URL('../../../testing/github/openapi-slice.json', import.meta.url);

test('the fake plays every operation of the slice and no other', async () => {
  const { operations } = await loadContract();
  expect(Object.keys(ROUTES).sort()).toEqual([...operations].sort());
});

test('the slice stays small and holds no examples', () => {
  expect(statSync(SLICE).size).toBeLessThan(400 * 1024);
  expect(readFileSync(SLICE, 'utf8')).not.toMatch(/"(?:examples?|x-github)":/);
});

test.each([
  ['a comment without an id', 'issues/update-comment', { node_id: 'x', body: 'b' }],
  ['a run whose sha is a number', 'actions/get-workflow-run', { id: 1, head_sha: 2 }],
])('the contract refuses %s', async (_, operation, body) => {
  const { answerProblems } = await loadContract();
  expect(answerProblems(operation, { status: 200, body })).not.toEqual([]);
});

test('a status GitHub never gives there is refused', async () => {
  const { answerProblems } = await loadContract();
  expect(answerProblems('issues/update-comment', { status: 418, body: { message: 'teapot' } })).not.toEqual([]);
  expect(answerProblems('issues/update-comment', { status: 403, body: { message: 'no' } })).toEqual([]);
});
