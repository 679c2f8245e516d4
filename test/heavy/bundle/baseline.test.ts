import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene, stageScene } from '#test/support/scene.ts';
import { agent, scriptedSuite } from '#test/support/scripted-suite.ts';
import { addStoredRun, artifactFiles, RESULTS_ARTIFACT } from '#test/support/stored-artifact.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';

const SUITE = scriptedSuite({ one: {}, two: {} });

/** Text of the results.json that a push to main stores. */
let stored: string;

beforeAll(async () => {
  const scene = await stageScene(SUITE);
  await scene.storeMain();
  stored = artifactFiles(scene.fake.state)['results.json'] ?? '';
  await scene.close();
});

describe('without a baseline', () => {
  it('the first pull request is red where an open verdict is to be', async ({ openScene }) => {
    const scene = await openScene(SUITE);

    const strict = await scene.runPull({}, { inputs: { 'fail-on': 'inconclusive' } });
    expect(strict.exitCode).toBe(3);
    expect(strict.outputs['verdict']).toBe('inconclusive');
  });

  it('the run is an error when a baseline is required', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    const result = await scene.runPull({}, { inputs: { 'baseline-required': 'true' } });
    expect(result.exitCode).toBe(4);
    expect(result.outputs['verdict']).toBe('error');
    expect(comment(scene)).toMatch(/no baseline, and one is required/);
    expect(result.outputs['trials'], 'no trial could change the verdict, so none is paid for').toBe('0');
  });
});

describe('a push to main', () => {
  it('makes a baseline: missing one itself leaves nothing open there, and floors decide alone', async ({
    openScene,
  }) => {
    const scene = await openScene(SUITE);
    const inputs = { 'fail-on': 'inconclusive', 'baseline-required': 'true' };
    const main = await scene.pushMain({ inputs });
    expect(main.exitCode, main.stdout).toBe(0);
    expect(main.outputs['verdict']).toBe('pass');
    expect(main.summary).toContain("this run is main's new baseline");

    const files = scriptedSuite(
      { one: { step: { answer: { output: 'no' } } }, two: {} },
      { gate: { method: 'threshold', pass_rate: { min: 0.9 } } },
    );
    await scene.repository.commit('break', files);
    const broken = await scene.pushMain();
    expect(broken.exitCode).toBe(1);
    expect(broken.outputs['verdict']).toBe('fail');
    expect(artifactFiles(scene.fake.state)['results.json']).toContain('"outcome":"failed"');
  });
});

describe('results that are not those of main', () => {
  it('are no baseline under another key', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    const head = await scene.repository.head();
    addStoredRun(scene.fake.state, stored, head, {}, () => ({ name: `${RESULTS_ARTIFACT}-billing` }));
    expect((await scene.runPull()).outputs).toMatchObject({ verdict: 'inconclusive', 'baseline-sha': '' });
    const keyed = await scene.runPull({}, { inputs: { key: 'billing' } });
    expect(keyed.outputs).toMatchObject({ verdict: 'pass', 'baseline-sha': head });
  });
});

describe('a main that has moved', () => {
  it('lends a newer run when there is no older one, and says so', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    const { event, checkout } = await scene.openPull();
    const newer = await scene.repository.commit('main goes on', { 'other.txt': 'x' });
    await adoptWorkspace(scene.fake.state, scene.repository);
    addStoredRun(scene.fake.state, stored, newer);
    const result = await scene.run(event, { workspace: checkout });
    expect(result.outputs['baseline-sha']).toBe(newer);
    expect(comment(scene)).toContain('main has moved');
  });
});

describe('what a pull request changes', () => {
  it('is not compared when it is a condition: the key is named with both values', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    addStoredRun(scene.fake.state, stored, await scene.repository.head());
    const result = await scene.runPull(scriptedSuite({ one: {}, two: {} }, { usage: { estimate: 'chars/4' } }));
    expect(result.exitCode).toBe(0);
    expect(result.outputs['verdict']).toBe('inconclusive');
    expect(comment(scene)).toMatch(/usage_estimate: null on main, "?chars\/4"? here/);
  });

  it('is compared when it is the agent itself: another command is named and judged', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    addStoredRun(scene.fake.state, stored, await scene.repository.head());
    const command = [process.execPath, '--no-warnings', 'agent.mjs'];
    const result = await scene.runPull(scriptedSuite({ one: {}, two: {} }, { agent: agent({ command }) }));
    expect(result.outputs['verdict']).toBe('pass');
    expect(comment(scene)).toMatch(/What changed \(1\)\*\* <code>command<\/code> .*--no-warnings/);
  });

  it('is compared over the selected cases only: the others are not removed from the suite', async ({ openScene }) => {
    const scene = await openScene(
      scriptedSuite({ one: {}, two: {} }, { gate: { method: 'threshold', pass_rate: { max_drop: 0.02 } } }),
    );
    addStoredRun(scene.fake.state, stored, await scene.repository.head());
    const result = await scene.runPull({}, { inputs: { cases: 'one' } });
    expect(result.outputs).toMatchObject({ verdict: 'pass', trials: '2' });
    expect(comment(scene)).not.toContain('Removed');
  });

  it('never includes the committed baseline: it is read from the base commit', async ({ openScene }) => {
    const scene = await openScene({ ...SUITE, 'evals/baseline.json': stored });
    const lie = stored.replaceAll('"outcome":"passed"', '"outcome":"failed"');
    const worse = scriptedSuite({ one: { step: { answer: { output: 'no' } } }, two: {} });
    const result = await scene.runPull(
      { ...worse, 'evals/baseline.json': lie },
      { inputs: { baseline: 'file:evals/baseline.json', confirm: 'never' } },
    );
    expect(result.exitCode, result.stdout + result.stderr).toBe(1);
    expect(result.outputs, result.stdout + result.stderr).toMatchObject({ verdict: 'fail', 'baseline-pass-rate': '1' });
  });
});

afterAll(() => {
  expect(stored).toContain('"schema_version":1');
});

function comment(scene: Scene): string {
  return readable(scene.fake.state.comments.at(-1)?.body ?? '');
}
