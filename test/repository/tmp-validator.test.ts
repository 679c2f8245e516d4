import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { workflowProblems } from '#test/support/workflow-validator.ts';
test('x', async () => {
  console.log(await workflowProblems('on: [pushy]\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v7\n      - run: echo ${{ secret.X }}\n        ifx: 1\n'));
  console.log(await workflowProblems(readFileSync('action.yml','utf8'), 'action.yml'));
  console.log(await workflowProblems('name: x\nruns:\n  using: node12\n  mian: x', 'action.yml'));
  for (const e of ['weather-and-stock','support','refunds','three-dimensions','recorded']) console.log(e, await workflowProblems(readFileSync(`examples/${e}/workflow.yml`,'utf8')));
  expect(1).toBe(1);
});
