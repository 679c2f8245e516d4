import { expect, test } from 'vitest';
import { workflowProblems } from '#test/support/workflow-validator.ts';

const WORKFLOW = `on: push
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - run: echo hello
`;

test.each([
  ['an event that does not exist', 'on: push', 'on: pushy', { line: 1, column: 5 }],
  ['a key that does not exist', '- run:', '- runs:', { line: 6, column: 9 }],
  ['a context that does not exist', 'echo hello', 'echo ${{ secret.X }}', { line: 6, column: 19 }],
  ['a permission that does not exist', 'on: push', 'permissions: {content: read}\non: push', { line: 1, column: 15 }],
])('for the workflow validator, %s is a problem at its place', async (_what, search, replacement, place) => {
  const problems = await workflowProblems(WORKFLOW.replace(search, replacement));
  expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', ...place }));
});
