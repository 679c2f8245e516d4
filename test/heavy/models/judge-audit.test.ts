import { expect } from 'vitest';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { parseStoredTrajectory } from '#domain/trial/stored-trajectory.ts';
import { trajectoryHash } from '#domain/trial/trajectory-hash.ts';
import { readable } from '#test/support/markdown.ts';
import { startModelServer } from '#test/support/model-server/model-server.ts';
import type { ModelScript } from '#test/support/model-server/script.ts';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { it, type RunOptions, type Scene } from '#test/support/scene.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { mainEvent, workflow } from '#test/support/shard-workflow.ts';
import { artifactFiles, storedResults } from '#test/support/stored-artifact.ts';

const POLITE = { id: 'polite', ask: 'Is the answer polite?' };
const IDS = Array.from({ length: 8 }, (_, i) => `case-${i + 1}`);
const CASES = Object.fromEntries(IDS.map((id) => [id, { expect: { judge: [POLITE] } }]));

/** The first judge wants pleasantries, the second one does not. */
const models: ModelScript = (request) => {
  const agent: ModelScript = ({ model }) => ({
    text: model === 'terse' ? 'All is well.' : 'All is well, dear friend.',
  });
  const isDear = request.model === 'dear-1';
  return judging(({ blocks }) => {
    const isMet = isDear || blocks.some(({ text }) => text.includes('dear'));
    return isMet ? { evidence: 'All is well', verdict: 'met' } : { evidence: 'none', verdict: 'not_met' };
  }, agent)(request);
};

const suite = (model: string) =>
  modelSuite({ openai: { ...BUILT_IN.openai, model } }, CASES, {
    trials: 5,
    gate: {},
    judge: { openai: { model: 'judge-1' }, uncalibrated: 'allow', audit: { openai: { model: 'dear-1' } } },
  });

it('a second judge grades drawn trials of both sides, and decides where the first treats a change differently', async ({
  openScene,
}) => {
  await using server = await startModelServer({ script: models });
  const scene = await openScene(suite('small'));
  const env = environmentOf(server);
  const main = await scene.pushMain({ env });
  expect(main.exitCode).toBe(0);
  const stored = resultsOf(scene);
  expect(stored.cases.map(({ trials }) => trials.filter(({ audited }) => audited !== undefined).length)).toEqual(
    IDS.map(() => 5),
  );

  const pull = await scene.runPull(
    { 'agent-eval.yml': suite('terse')['agent-eval.yml'] ?? '' },
    { env, inputs: { confirm: 'never' } },
  );
  const comment = readable(scene.fake.state.comments.at(-1)?.body ?? '');
  expect(comment).toContain("the judge treats this change's answers differently");
  expect(pull.outputs['verdict']).not.toBe('fail');
  const drawn = resultsOf(scene).cases.map(({ trials }) =>
    trials.filter(({ audited }) => audited !== undefined).map(({ index }) => index),
  );
  expect(drawn.map(({ length }) => length)).toEqual(IDS.map(() => 2));
  // Drawn case by case, not the first ones of each.
  expect(new Set(drawn.map((indices) => indices.join())).size).toBeGreaterThan(1);
});

/** Of the newest run that stored any. */
function resultsOf(scene: { readonly fake: { readonly state: Parameters<typeof artifactFiles>[0] } }): ResultsFile {
  return storedResults(scene.fake.state);
}

/** Runs main once, and commits a label of each of its answers. */
async function labelMain(scene: Scene, options: RunOptions): Promise<void> {
  await scene.pushMain(options);
  expect(resultsOf(scene).canary).toBeUndefined();
  const lines = (artifactFiles(scene.fake.state, 'agent-eval-trajectories')['trajectories.jsonl'] ?? '')
    .trim()
    .split('\n');
  const kept = new Map(
    lines.flatMap((line) => {
      const stored = parseStoredTrajectory(line);
      return stored === null ? [] : [[trajectoryHash(stored.trajectory), { line, case_id: stored.id.split('#')[0] }]];
    }),
  );
  expect(kept.size).toBe(IDS.length);
  const labels = [...kept].map(([trajectory, { case_id }]) =>
    JSON.stringify({ case_id, trajectory, criterion: POLITE.id, label: 'met', labeller: 'ann' }),
  );
  await scene.repository.commit('labels', {
    'labels/ann.jsonl': `${labels.join('\n')}\n`,
    ...Object.fromEntries([...kept].map(([hash, { line }]) => [`labels/trajectories/${hash}.json`, `${line}\n`])),
  });
}

it.for([
  { how: 'in one job', run: (scene: Scene, options: RunOptions) => scene.pushMain(options) },
  {
    how: 'in shards, each those of its cases',
    run: async (scene: Scene, options: RunOptions) => (await workflow(scene, await mainEvent(scene), options, 3)).merge,
  },
])(
  'labelled answers are graded in every run of main, $how, and a judge that drifts is told of',
  async ({ run }, { openScene }) => {
    let isStrict = false;
    const drifting: ModelScript = judging(
      () => (isStrict ? { evidence: 'none', verdict: 'not_met' } : { evidence: 'All is well', verdict: 'met' }),
      () => ({ text: 'All is well.' }),
    );
    await using server = await startModelServer({ script: drifting });
    const scene = await openScene(
      modelSuite(BUILT_IN, CASES, { trials: 2, judge: { openai: { model: 'judge-1' }, uncalibrated: 'allow' } }),
    );
    const options = { env: environmentOf(server), inputs: { trajectories: 'all' } };
    await labelMain(scene, options);
    const graded = async () => {
      const { stdout } = await run(scene, options);
      return { stdout, answers: Object.values(resultsOf(scene).canary ?? {}) };
    };
    const first = await graded();
    expect(first.answers).toEqual(IDS.map(() => 'met'));

    isStrict = true;
    await scene.repository.commit('unrelated', { 'README.md': 'hello' });
    const drifted = await graded();
    expect(drifted.answers).toEqual(IDS.map(() => 'not_met'));
    expect(drifted.stdout).toContain(
      "main's judge has drifted: it grades 8 of 8 labelled answers otherwise than before",
    );
  },
);
