import { expect } from 'vitest';
import {
  caseIds,
  driftingSuite,
  it,
  mainResults,
  newestResults,
  prompt,
  storeMain,
  trialsOf,
} from '#test/support/drifting-suite.ts';
import { comment } from '#test/support/scene.ts';

const FIFTY = driftingSuite(caseIds(50));

it('one broken case of fifty is named with its p, for little more than three trials per case: it alone is tried again', async (openScene, provider) => {
  const scene = await openScene(FIFTY);
  await storeMain(scene, await mainResults(FIFTY), 3);
  const result = await scene.runPull(prompt({ 'case-17': 0 }), provider.reach());
  expect(result.exitCode, result.stdout).toBe(1);
  expect(result.outputs['verdict']).toBe('fail');

  expect(comment(scene)).toMatch(
    /^### ❌ Agent eval failed: case-17 broke: .*\n\nIt passes 0 of 10 trials here, 15 of 15 on main\. Main passes 5 of 5 today, so it is this change\./m,
  );
  expect(comment(scene)).toMatch(/^\| \[<code>case-17<\/code>\]\(\S+\) \| 15\/15 \| 0\/10 \| /m);
  expect(comment(scene)).toMatch(/^\| <code>case-17<\/code> \| 0\.004 \|$/m);
  const marks = result.commands.annotations.filter(({ file }) => file === 'evals/cases.yml');
  expect(marks).toMatchObject([{ level: 'error', title: 'Agent eval: case-17 broke' }]);

  const { 'case-17': broken, ...others } = trialsOf(newestResults(scene));
  expect(broken, 'ten of the looks, and five fresh ones').toBe(15);
  expect(trialsOf(newestResults(scene, 'confirmation.json'))).toEqual({ 'case-17': 5 });
  expect(new Set(Object.values(others))).toEqual(new Set([3]));
  expect(scene.git.requests).not.toEqual([]);
});
