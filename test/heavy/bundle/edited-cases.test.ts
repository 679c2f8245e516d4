/** Cases that a change edits are not compared with main: what breaks among them is named, not summed away. */
import { expect } from 'vitest';
import { caseIds, driftingSuite, it, mainResults, prompt, storeMain } from '#test/support/drifting-suite.ts';
import { ownRunner, runnerScript } from '#test/support/own-runner.ts';
import { comment } from '#test/support/scene.ts';

const ids = caseIds(12);
const SUITE = driftingSuite(ids);

it('one case that breaks while the change edits it is named in the first line and open, however many edited ones pass', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE));
  const edited = (SUITE['evals/cases.yml'] ?? '').replaceAll(/input of (case-[1-4])"/g, 'input of $1, please"');
  const broken = await scene.runPull({ 'evals/cases.yml': edited, ...prompt({ 'case-1': 0 }) }, provider.reach());
  expect(broken).toDecide('inconclusive');
  expect(
    comment(scene)
      .split('\n')
      .find((line) => line.startsWith('### ')),
  ).toMatch(/changed case case-1 passes 0 of \d+/);
  expect(comment(scene)).toContain('one of the 8 compared cases falls to');

  const fine = await scene.runPull({ 'evals/cases.yml': edited, ...prompt({}) }, provider.reach());
  expect(fine).toDecide('pass');
});

it("a test that breaks in a file to which the change adds another is compared: a runner's test is its own lines", async (openScene, provider) => {
  const titles = ['plain', 'partial', 'late'];
  const fileOf = (...names: readonly string[]) => ({
    'evals/refund.test.mjs': `const shop = 1;\n${names.map((name) => `test('${name}', () => {\n  ask(shop);\n});\n`).join('')}`,
  });
  const passing = (more: object = {}) => ({
    pass: { ...Object.fromEntries(titles.map((name) => [name, 1])), ...more },
  });
  const scene = await openScene({ ...ownRunner(passing()), ...fileOf(...titles) });
  await scene.pushMain(provider.reach());
  const added = fileOf('new', ...titles);
  const script = (more: object) => ({ 'script.json': runnerScript(passing(more)) });
  const broken = await scene.runPull({ ...added, ...script({ new: 1, partial: 0 }) }, provider.reach());
  expect(broken).toDecide('fail');
  expect(comment(scene)).toMatch(/^### .*refund-partial/m);
  const fine = await scene.runPull({ ...added, ...script({ new: 1 }) }, provider.reach());
  expect(fine).toDecide('pass');
  expect(comment(scene)).not.toContain('not compared');
});
