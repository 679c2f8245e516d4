/** Who says how often a judge errs: main, never the change that it judges. */
import { expect } from 'vitest';
import { caseIds, driftingSuite, it, newestResults } from '#test/support/drifting-suite.ts';
import { comment } from '#test/support/scene.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { json } from '#test/support/scripted-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

const CASES = json({
  cases: caseIds(6).map((id) => ({
    id,
    input: `input of ${id}`,
    expect: { judge: [{ id: 'polite', ask: 'Is the answer polite?' }] },
  })),
});

const suite = (judge: object = {}) => ({
  ...driftingSuite([], { judge: { openai: { model: 'judge-1' }, ...judge } }),
  'evals/cases.yml': CASES,
});

it('a calibration that a change brings makes nothing green until it is merged, wherever its config says that it is', async (openScene, provider) => {
  await using models = await startModelServer(judging(() => ({ evidence: 'well', verdict: 'met' })));
  const env = { OPENAI_BASE_URL: models.base_urls.openai, OPENAI_API_KEY: 'sk-0123456789abcdef' };
  const scene = await openScene(suite());
  await scene.pushMain(provider.reach({ env }));
  const { judge } = newestResults(scene);
  const [of, q] = [400, 401 / 402];
  const polite = { good: { of, met: of }, bad: { of, not_met: of }, q1: q, q0: q };
  const perfect = json({ version: 1, judge: judge?.identity, criteria: { polite } });
  const lax = suite({ calibration: 'mine.json', uncalibrated: 'allow' });
  for (const files of [{ 'judge-calibration.json': perfect }, { ...lax, 'mine.json': perfect }]) {
    const brought = await scene.runPull(files, provider.reach({ env, inputs: { confirm: 'never' } }));
    expect(brought).toDecide('inconclusive');
    expect(comment(scene)).toContain('uncalibrated judge: a green can hide a drop');
  }

  const calibrated = await openScene({ ...suite(), 'judge-calibration.json': perfect });
  await calibrated.pushMain(provider.reach({ env }));
  const merged = await calibrated.runPull({}, provider.reach({ env, inputs: { confirm: 'never' } }));
  expect(merged).toDecide('pass');
});
