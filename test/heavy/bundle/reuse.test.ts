import { expect } from 'vitest';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { readable } from '#test/support/markdown.ts';
import { type ModelServer, startModelServer } from '#test/support/model-server/model-server.ts';
import { lastUser, sinceUser } from '#test/support/model-server/rules.ts';
import type { ModelScript } from '#test/support/model-server/script.ts';
import { environmentOf, modelSuite, PROGRAM, REAL_KEY } from '#test/support/model-suite.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { artifactFiles, storedResults } from '#test/support/stored-artifact.ts';

/** Looks something up, and then says that all is well: two calls in a trial. */
const LOOKS: ModelScript = (request) =>
  sinceUser(request).some(({ role }) => role === 'tool')
    ? { text: `all is well with ${lastUser(request)}` }
    : { calls: [{ name: 'look_up', arguments: { what: 'it' } }] };

const CONFIG = { trials: { min: 2, max: 2, reuse: true }, gate: {} };
const SUITE = modelSuite(PROGRAM, ['one', 'two', 'three'], CONFIG);

it('a change that asks the same asks nobody: main answers, and its trials cost nothing', async ({ openScene }) => {
  await using server = await startModelServer({ script: LOOKS });
  const scene = await openScene(SUITE);
  await main(scene, server);
  const before = server.requests.length;
  expect(before).toBe(12);

  const result = await scene.runPull({ 'README.md': 'words' }, { env: environmentOf(server) });
  expect(result.outputs['verdict'], result.stdout).toBe('pass');
  expect(server.requests.length - before).toBe(0);
  expect(reusedIn(scene)).toEqual(Array.from({ length: 6 }, () => [2, false]));
  const comment = readable(scene.fake.state.comments.at(-1)?.body ?? '');
  expect(comment).toContain('The model is asked the same as on main in 3 of 3 cases.');
  expect(comment).toContain("Main's stored answers were served to 6 trials: 6 asked nothing else, 0 asked the model");
  expect(comment).toContain('this takes equal requests to have equally distributed answers');
});

it('from the first request on that differs, a trial asks the model', async ({ openScene }) => {
  await using server = await startModelServer({ script: LOOKS });
  const scene = await openScene(SUITE);
  await main(scene, server);
  const before = server.requests.length;
  const agent = SUITE['agent.mjs'] ?? '';
  const changed = agent.replace('{"found":true}', '{"found":"yes"}');
  expect(changed).not.toBe(agent);

  const result = await scene.runPull({ 'agent.mjs': changed }, { env: environmentOf(server) });
  expect(result.exitCode, result.stdout).toBe(0);
  expect(server.requests.length - before, 'the second request of each trial').toBe(6);
  expect(reusedIn(scene)).toEqual(Array.from({ length: 6 }, () => [1, true]));
});

it('a first request that differs is asked live, and the case is compared as ever', async ({ openScene }) => {
  await using server = await startModelServer({ script: LOOKS });
  const scene = await openScene(SUITE);
  await main(scene, server);
  const before = server.requests.length;
  const changed = (SUITE['agent.mjs'] ?? '').replace(
    'const said = [',
    "const said = [{ role: 'system', content: 'Be kind.' }, ",
  );

  const result = await scene.runPull({ 'agent.mjs': changed }, { env: environmentOf(server) });
  expect(result.exitCode, result.stdout).toBe(0);
  expect(server.requests.length - before).toBe(12);
  expect(reusedIn(scene)).toEqual(Array.from({ length: 6 }, () => [0, true]));
  expect(readable(scene.fake.state.comments.at(-1)?.body ?? '')).toContain('in 0 of 3 cases');
});

it('an agent that is broken behind the same requests is red, although it asked nobody', async ({ openScene }) => {
  await using server = await startModelServer({ script: LOOKS });
  const scene = await openScene(
    modelSuite(PROGRAM, ['one', 'two', 'three'], { ...CONFIG, trials: { min: 5, max: 5, reuse: true } }),
  );
  await main(scene, server);
  const before = server.requests.length;
  const changed = (SUITE['agent.mjs'] ?? '').replace('{ output: message.content,', "{ output: 'nothing',");

  const result = await scene.runPull(
    { 'agent.mjs': changed },
    { env: environmentOf(server), inputs: { confirm: 'never' } },
  );
  expect(result.outputs['verdict'], result.stdout).toBe('fail');
  expect(server.requests.length - before).toBe(0);
});

it("an agent that calls no model any more doesn't pass", async ({ openScene }) => {
  await using server = await startModelServer({ script: LOOKS });
  const scene = await openScene(modelSuite(PROGRAM, ['one', 'two', 'three'], { gate: {} }));
  await main(scene, server, false);
  const changed = (SUITE['agent.mjs'] ?? '').replace(
    'async function play(turn) {',
    "async function play() {\n  return { output: 'all is well' };",
  );

  const result = await scene.runPull({ 'agent.mjs': changed }, { env: environmentOf(server) });
  expect(result.outputs['verdict'], result.stdout).toBe('inconclusive');
  expect(readable(scene.fake.state.comments.at(-1)?.body ?? '')).toMatch(/never called a model/);
});

async function main(scene: Scene, server: Pick<ModelServer, 'base_urls'>, keeps = true): Promise<void> {
  const result = await scene.pushMain({ env: environmentOf(server) });
  expect(result.exitCode, result.stdout).toBe(0);
  for (const name of ['agent-eval-results', 'agent-eval-answers'].slice(0, keeps ? 2 : 1))
    for (const text of Object.values(artifactFiles(scene.fake.state, name))) expect(text).not.toContain(REAL_KEY);
}

/** How many calls each trial was served, and whether it went on by itself. */
function reusedIn(scene: Scene): readonly unknown[] {
  const results: ResultsFile = storedResults(scene.fake.state);
  return results.cases.flatMap(({ trials }) => trials.map(({ reused }) => [reused?.calls, reused?.diverged]));
}
