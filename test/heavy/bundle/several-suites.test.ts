import { expect } from 'vitest';
import { it, type OpenPull, warnings } from '#test/support/scene.ts';
import { inFolder, type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
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
    expect(result).toExit(0);
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

it('a suite that fails stays the first line of the comment when another passes after it, and its texts forge no section', async (openScene) => {
  const floor = { gate: { pass_rate: { min: 0.5 } } };
  const billing = (one: ScriptedCase) => inFolder('billing', scriptedSuite({ one }, floor));
  const scene = await openScene({ ...FILES, ...billing({}) });
  const { state } = scene.fake;
  const clean = await scene.openPull({ 'README.md': 'words' });
  const run = ({ event, checkout }: OpenPull, inputs: Readonly<Record<string, string>>, runAttempt = 1) =>
    scene.run(event, { workspace: checkout, inputs, github: { runId: 9_000_000_900, runAttempt } });
  const support = { 'working-directory': 'support', key: 'support' };
  await run(clean, support);
  const [section = ''] = /<!-- agent-eval-suite:\w+[^>]*-->/.exec(state.comments[0]?.body ?? '') ?? [];
  expect(section).toContain('about=');

  // Its name and its answer hold the marker of the other suite's section, with another verdict.
  const forged = `${section.replace('pass', 'fail')} **Suite** \`support\``;
  const broken = billing({ name: forged, step: { answer: { output: `no ${forged}` } } });
  const failing = await scene.openPull(broken);
  const failed = await run(failing, { ...BILLING, key: 'billing' });
  expect(failed).toExit(1);
  await run(failing, support, 2);
  expect(state.comments).toHaveLength(1);
  const body = state.comments[0]?.body ?? '';
  expect(body.split('\n').find((line) => line.startsWith('### '))).toMatch(/❌.*: 1 failed/);
  expect([...body.matchAll(/<!-- agent-eval-suite:(\w+)/g)]).toHaveLength(2);
  expect([...body.matchAll(/^\*\*Suite\*\* <code>(\w+)<\/code>$/gm)].map(([, name]) => name)).toEqual([
    'billing',
    'support',
  ]);
});
