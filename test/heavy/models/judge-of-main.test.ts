import { describe, expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { workflow } from '#test/support/shard-workflow.ts';
import { storedResults } from '#test/support/stored-artifact.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const POLITE = { id: 'polite', ask: 'Is the answer polite?' };
const CASES = Object.fromEntries(['one', 'two', 'three'].map((id) => [id, { expect: { judge: [POLITE] } }]));

/** Only the strict judge misses pleasantries. */
const models: ModelScript = (request) =>
  judging(
    () =>
      request.model === 'strict-1'
        ? { evidence: 'none', verdict: 'not_met' }
        : { evidence: 'All is well', verdict: 'met' },
    () => ({ text: 'All is well.' }),
  )(request);

const suite = (model: string, judge: object = {}) =>
  modelSuite(BUILT_IN, CASES, {
    trials: 3,
    judge: { openai: { model }, uncalibrated: 'allow', ...judge },
  });

const config = (...args: Parameters<typeof suite>) => ({ 'agent-eval.yml': suite(...args)['agent-eval.yml'] ?? '' });

describe('the judge of main', () => {
  it("grades main's stored trials again where another judge graded them, and a change does not bring its own", async (openScene) => {
    await using server = await startModelServer(models);
    const scene = await openScene(suite('strict-1'));
    const options = { env: environmentOf(server), inputs: { trajectories: 'all', confirm: 'never' } };
    await scene.pushMain(options);
    expect(passed(scene)).toBe(0);

    // Merged, but not yet run: what main has stored was graded by the judge before.
    await scene.repository.commit('another judge', config('mild-1'));
    const before = server.requests.length;
    const pull = await scene.runPull(config('own-1'), options);
    expect(pull.outputs, pull.stdout).toMatchObject({ verdict: 'pass', 'pass-rate': '1', 'baseline-pass-rate': '1' });
    expect(pull.stdout).toContain('Grading 9 stored trials again');
    expect(comment(scene)).toContain('9 stored trials were graded again');
    expect(resultsOf(scene).judge).toMatchObject({ model: 'mild-1' });
    const asked = server.requests.slice(before).map(({ body }) => body?.['model']);
    expect(new Set(asked)).toEqual(new Set(['small', 'mild-1']));
  });

  it('leaves cases uncompared, and says why, where no judge can be asked', async (openScene) => {
    await using server = await startModelServer(models);
    const scene = await openScene(suite('strict-1'));
    const options = { env: environmentOf(server), inputs: { trajectories: 'all', confirm: 'never' } };
    await scene.pushMain(options);
    await scene.repository.commit('another judge', config('mild-1'));
    const { merge } = await workflow(scene, await scene.openPull({ 'NOTES.md': 'hello' }), options, 2);
    expect(merge).toDecide('inconclusive');
    expect(merge.outputs['baseline-pass-rate']).toBe('');
    expect(comment(scene)).toContain('a model judges its criteria, and none can be asked here');
  });
});

it.for([
  { of_main: null, brought: 60, verdict: 'inconclusive', words: 'uncalibrated judge: a green can hide a drop' },
  { of_main: 60, brought: 33, verdict: 'pass', words: 'judge tax 1' },
  { of_main: 33, brought: 60, verdict: 'inconclusive', words: "this judge can't tell good from bad" },
])(
  "the judge's errors are those that main states, $of_main of 60, whatever a change says, in that file or another: $brought of 60",
  async ({ of_main, brought, verdict, words }, { openScene }) => {
    await using server = await startModelServer(models);
    const scene = await openScene(suite('mild-1', { uncalibrated: 'inconclusive' }));
    const options = { env: environmentOf(server), inputs: { confirm: 'never' } };
    await scene.pushMain(options);
    const identity = resultsOf(scene).judge?.identity ?? '';
    if (of_main !== null) await scene.repository.commit('calibrated', { [FILE]: calibration(identity, of_main) });

    const own = calibration(identity, brought);
    const judge = config('mild-1', { uncalibrated: 'allow', calibration: 'own.json' });
    const pull = await scene.runPull({ ...judge, 'own.json': own, [FILE]: own }, options);
    expect(pull).toDecide(verdict);
    expect(comment(scene)).toContain(words);
  },
);

const FILE = 'judge-calibration.json';

/** What 60 labels of each kind showed of a judge that got so many of them right. */
function calibration(judge: string, right: number): string {
  const criterion = { good: { met: right, of: 60 }, bad: { not_met: right, of: 60 } };
  return JSON.stringify({ version: 1, judge, criteria: { [POLITE.id]: criterion } });
}

function passed(scene: Scene): number {
  return resultsOf(scene).cases.flatMap(({ trials }) => trials.filter(({ outcome }) => outcome === 'passed')).length;
}

/** Of the newest run. */
function resultsOf(scene: Scene): ResultsFile {
  return storedResults(scene.fake.state);
}
