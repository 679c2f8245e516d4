import { beforeAll, describe, expect } from 'vitest';
import {
  caseIds,
  comment,
  driftingSuite,
  it,
  mainResults,
  newestResults,
  prompt,
  storeMain,
  trialsOf,
} from '#test/support/drifting-suite.ts';

const FIFTY = driftingSuite(caseIds(50));
const SIX = driftingSuite(caseIds(6), { trials: 2 });

/** Texts of the results.json of runs of main: every case passed five of five, or two of two. */
let [ofFifty, ofSix] = ['', ''];

beforeAll(async () => {
  [ofFifty, ofSix] = await Promise.all([mainResults(FIFTY), mainResults(SIX)]);
});

it('one broken case of fifty is named with its p, for little more than three trials per case: it alone is tried again', async ({
  openScene,
  provider,
}) => {
  const scene = await openScene(FIFTY);
  await storeMain(scene, ofFifty, 3);
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

describe('how often cases are run', () => {
  it.for([
    ['the input trials as a range', { trials: '3-10' }, [3, 5, 10], '18'],
    ['the input trials as a number', { trials: '5' }, [5], '30'],
    ['the config', {}, [2], '12'],
  ] as const)('is what says %s', async ([_, inputs, looks, trials], { openScene, provider }) => {
    const scene = await openScene(SIX);
    await storeMain(scene, ofSix, 5);
    const result = await scene.runPull({ 'README.md': 'words' }, provider.reach({ inputs }));
    expect(newestResults(scene).looks, result.stdout).toEqual(looks);
    expect(result.outputs['trials']).toBe(trials);
  });

  it('leaves out the looks that max-trials could not pay for', async ({ openScene, provider }) => {
    const scene = await openScene(SIX);
    await storeMain(scene, ofSix, 2);
    const change = prompt({ 'case-1': 0 });
    const inputs = { confirm: 'never', trials: '3-10', 'max-trials': '59' };
    const few = await scene.runPull(change, provider.reach({ inputs }));
    expect(newestResults(scene).looks, few.stdout).toEqual([3, 5]);
    expect(few.outputs['trials']).toBe('30');
    expect(comment(scene)).not.toContain('max-trials 59 is reached');
  });
});
