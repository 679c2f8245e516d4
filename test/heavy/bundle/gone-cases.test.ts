/** Cases that passed on main and leave with the change: never green by leaving, unless an accept says so. */
import { expect } from 'vitest';
import { caseIds, driftingSuite, it, mainResults, prompt, storeMain } from '#test/support/drifting-suite.ts';
import { comment } from '#test/support/scene.ts';

const SUITE = driftingSuite(caseIds(9));
const without = (...gone: readonly string[]) => ({
  'evals/cases.yml': driftingSuite(caseIds(9).filter((id) => !gone.includes(id)))['evals/cases.yml'] ?? '',
});
const accepts = (...ids: readonly string[]) => ({
  'agent-eval-accepts.yml': ids.map((id) => `- {case: ${id}, reason: "the shop closed", until: 2099-12-31}\n`).join(''),
});

it('a change that breaks three cases and deletes just these is open and names them, and an accept of each lets it pass', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE));
  const gone = ['case-1', 'case-2', 'case-3'];
  const broken = prompt({ 'case-1': 0, 'case-2': 0, 'case-3': 0 });
  const removed = await scene.runPull({ ...without(...gone), ...broken }, provider.reach());
  expect(removed.outputs, removed.stdout).toMatchObject({ verdict: 'inconclusive', passed: 'false' });
  expect(comment(scene)).toMatch(/^### .*this change removes 3 of main's 9 cases: case-1, case-2, case-3/m);
  expect(comment(scene)).toContain('**Removed (3)**');

  const meant = await scene.runPull({ ...without(...gone), ...accepts(...gone) }, provider.reach());
  expect(meant).toDecide('pass');
  expect(comment(scene)).toContain('case case-1 leaves the suite');

  const half = caseIds(5);
  const most = await scene.runPull({ ...without(...half), ...accepts(...half) }, provider.reach());
  expect(most).toDecide('inconclusive');
});

it('a case that demands nothing any more is open, one that is renamed and kept is compared', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE));
  const cases: { id: string; expect?: object }[] = JSON.parse(SUITE['evals/cases.yml'] ?? '{}').cases;
  const written = (some: readonly object[]) => ({ 'evals/cases.yml': JSON.stringify({ cases: some }) });
  const renamed = cases.map((item) => (item.id === 'case-1' ? { ...item, id: 'first' } : item));
  const kept = await scene.runPull(written(renamed), provider.reach());
  expect(kept).toDecide('pass');
  const emptied = cases.map((item) => (item.id === 'case-1' ? { ...item, expect: { completes: true } } : item));
  const nothing = await scene.runPull({ ...written(emptied), ...prompt({ 'case-1': 0 }) }, provider.reach());
  expect(nothing).toDecide('inconclusive');
  expect(comment(scene)).toMatch(/^### .*this change lets 1 of main's 9 cases demand nothing: case-1/m);
});
