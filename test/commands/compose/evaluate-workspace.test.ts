import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { decisionJson } from '#report/decision-json.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { noTrajectories } from '#test/support/no-trajectories.ts';
import { folderRequest } from '#test/support/workspace-request.ts';

const KEY = 'Qz7vK2mXb9TfLw4RnHc8YpDs';

test('the decision that run --json prints tells no secret, nor a piece of one that was cut', async () => {
  const folder = newFolder('workspace');
  const first = await evaluate(folder, 'plain', { kind: 'none', reason: `none, ${KEY}`, notes: [] });
  const found: BaselineLookup = {
    kind: 'found',
    runs: [{ results: first.results, sha: null, url: null, place: null }],
    target_sha: null,
    choice: 'x',
    notes: [],
  };
  const second = await evaluate(folder, KEY, found);
  expect(second.comparison.treatment_changes).not.toEqual([]);
  for (const { decision, comparison } of [first, second]) {
    const printed = JSON.stringify([decisionJson(decision, comparison, ''), comparison.why_no_baseline]);
    expect(Array.from(KEY.slice(5), (_, at) => KEY.slice(at, at + 6)).filter((part) => printed.includes(part))).toEqual(
      [],
    );
  }
});

async function evaluate(folder: string, argument: string, baseline: BaselineLookup) {
  const config = {
    version: 1,
    agent: { command: ['node', '-e', `"${argument}";console.log("yes")`], mode: 'one-shot' },
    trials: 1,
    cases: ['cases.json'],
  };
  await writeFile(join(folder, 'agent-eval.yml'), JSON.stringify(config));
  const cases = [{ id: 'one', input: 'hi', expect: { response: { contains: ['yes'] } } }];
  await writeFile(join(folder, 'cases.json'), JSON.stringify({ cases }));
  const request = folderRequest(folder, { environment: { PATH: process.env['PATH'] }, secrets: [KEY] });
  const baselines = { find: async () => baseline, trajectories: noTrajectories };
  const result = await evaluateWorkspace({ ...request, comparison: { ...request.comparison, baselines } });
  if (result.kind !== 'evaluated') expect.fail(JSON.stringify(result));
  return result.evaluation;
}
