import { describe, expect, test } from 'vitest';
import { workflowProblems } from '#test/support/workflow-validator.ts';

const WORKFLOW = `on: push
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - run: echo hello
`;

describe('the workflow validator', () => {
  test('a sound workflow has no problems', async () => {
    expect(await workflowProblems(WORKFLOW)).toEqual([]);
  });

  test.each([
    ['an event that does not exist', 'on: push', 'on: pushy', { line: 1, column: 5 }],
    ['a key that does not exist', '- run:', '- runs:', { line: 6, column: 9 }],
    ['a context that does not exist', 'echo hello', 'echo ${{ secret.X }}', { line: 6, column: 19 }],
    ['a permission that does not exist', 'on: push', 'permissions: {content: read}\non: push', { line: 1, column: 15 }],
  ])('%s is a problem at its place', async (_what, search, replacement, place) => {
    const problems = await workflowProblems(WORKFLOW.replace(search, replacement));
    expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', ...place }));
  });

  test('every text is judged for itself, whatever was judged before', async () => {
    const first = await workflowProblems(WORKFLOW.replace('push', 'pushy'));
    expect(first).not.toEqual([]);
    expect(await workflowProblems(WORKFLOW)).toEqual([]);
    expect(await workflowProblems(WORKFLOW.replace('push', 'pushy'))).toEqual(first);
  });

  test('a file named action.yml is judged as an action', async () => {
    const action = 'name: a\ndescription: b\nruns: {using: node24, main: index.js}\n';
    expect(await workflowProblems(action, 'action.yml')).toEqual([]);
    expect(await workflowProblems(action.replace('main', 'mian'), 'action.yml')).not.toEqual([]);
    expect(await workflowProblems(action)).not.toEqual([]);
  });
});
