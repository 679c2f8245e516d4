import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT } from '#test/support/stored-artifact.ts';

/** Two suites of one repository, in folders of their own. */
const FILES = { ...inFolder('billing', { one: {} }), ...inFolder('support', { two: {} }) };
const BILLING = { config: 'billing/agent-eval.yml' };

it('several configs in one job have an artifact and a section of one comment each, told apart by their keys', async (openScene) => {
  const scene = await openScene(FILES);
  const { event, checkout } = await scene.openPull({ 'README.md': 'words' });
  const first = await scene.run(event, { workspace: checkout, inputs: { ...BILLING, key: 'billing' } });
  const second = await scene.run(event, {
    workspace: checkout,
    inputs: { 'working-directory': 'support', key: 'support' },
    github: sameAttempt(first.run),
  });
  for (const result of [first, second]) {
    expect(result.exitCode, result.stdout).toBe(0);
    expect(warnings(result)).toEqual([]);
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

function inFolder(folder: string, cases: Parameters<typeof scriptedSuite>[0]): Readonly<Record<string, string | null>> {
  const files = Object.entries(scriptedSuite(cases));
  return Object.fromEntries(files.map(([path, text]) => [`${folder}/${path}`, text]));
}

/** Another step of the same job. */
function sameAttempt(run: { readonly id: number; readonly runAttempt: number }): { runId: number; runAttempt: number } {
  return { runId: run.id, runAttempt: run.runAttempt };
}

function warnings(result: {
  readonly commands: { readonly annotations: readonly { readonly level: string; readonly message: string }[] };
}): readonly string[] {
  return result.commands.annotations
    .filter(({ level, message }) => level === 'warning' && message.includes('key'))
    .map(({ message }) => message);
}
