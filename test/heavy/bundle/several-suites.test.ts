import { expect } from 'vitest';
import { it, warnings } from '#test/support/scene.ts';
import { inFolder, scriptedSuite } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT } from '#test/support/stored-artifact.ts';

/** Two suites of one repository, in folders of their own. */
const FILES = {
  ...inFolder('billing', scriptedSuite({ one: {} })),
  ...inFolder('support', scriptedSuite({ two: {} })),
};
const BILLING = { config: 'billing/agent-eval.yml' };

it('several configs in one job have an artifact and a section of one comment each, told apart by their keys', async (openScene) => {
  const scene = await openScene(FILES);
  const { event, checkout } = await scene.openPull({ 'README.md': 'words' });
  const first = await scene.run(event, { workspace: checkout, inputs: { ...BILLING, key: 'billing' } });
  const second = await scene.run(event, {
    workspace: checkout,
    inputs: { 'working-directory': 'support', key: 'support' },
    github: { runId: first.run.id, runAttempt: first.run.runAttempt },
  });
  for (const result of [first, second]) {
    expect(result.exitCode, result.stdout).toBe(0);
    expect(warnings(result)).not.toContain('key');
  }
  const { state } = scene.fake;
  const names = new Set(state.artifacts.map(({ name }) => name));
  const { id, runAttempt } = first.run;
  const artifactsOf = (key: string) => [
    `${RESULTS_ARTIFACT}-${key}`,
    `agent-eval-report-${key}-${id}-${runAttempt}.html`,
  ];
  expect(names).toEqual(new Set([...artifactsOf('billing'), ...artifactsOf('support')]));
  expect(state.comments).toHaveLength(1);
  expect(
    [...(state.comments[0]?.body ?? '').matchAll(/^\*\*Suite\*\* <code>(\w+)<\/code>$/gm)].map(([, name]) => name),
  ).toEqual(['billing', 'support']);
});
