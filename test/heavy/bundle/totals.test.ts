import { describe, expect } from 'vitest';
import { newestResults } from '#test/support/drifting-suite.ts';
import { readable } from '#test/support/markdown.ts';
import { environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

const GATE = { trials: 5, concurrency: 4, gate: {} };
const IDS = Array.from({ length: 20 }, (_, at) => `c${String(at).padStart(2, '0')}`);

describe('one case of twenty that takes thirty times the tokens', () => {
  /** A few hundred tokens, the same in every trial. */
  const suite = (times: number) =>
    scriptedSuite(
      Object.fromEntries(
        IDS.map((id, at) => {
          const input_tokens = 300 * (at === 7 ? times : 1);
          const answer = { output: 'all is well', tool_calls: [], usage: { input_tokens, output_tokens: 20 } };
          return [id, { step: { answer } }];
        }),
      ),
      GATE,
    );

  it('is named, and the run is no pass', async (openScene) => {
    const scene = await openScene(suite(1));
    await scene.pushMain();
    const { 'script.json': script = '' } = suite(30);
    const result = await scene.runPull({ 'script.json': script });
    expect(result).toDecide('fail');
    const [first = ''] = readable(result.summary).trim().split('\n');
    expect(first.replace(/^#+ /, '')).toMatch(
      /^❌ Agent eval failed: tokens rose by 1[34]\d(\.\d)?\s% in all \(c07 alone/,
    );
  });
});

it('a prompt cache that is warm for main and cold for the change is no rise of the cost', async (openScene) => {
  let isWarm = true;
  await using server = await startModelServer(() => ({
    text: 'all is well',
    usage: { input: 6000, output: 60, cache_read: isWarm ? 5000 : 0 },
  }));
  const prices = { small: { input: 0.25, output: 2, input_cache_read: 0.025 } };
  const scene = await openScene(modelSuite(PROGRAM, IDS.slice(0, 8), { ...GATE, prices }));
  const env = environmentOf(server);
  await scene.pushMain({ env });
  isWarm = false;
  const result = await scene.runPull({ 'README.md': 'words' }, { env });
  expect(result).toDecide('pass');
  const [usage] = newestResults(scene).cases.flatMap(({ trials }) => trials.map((trial) => trial.usage));
  expect(usage?.list_cost_usd).toBeCloseTo(usage?.cost_usd ?? 0, 12);
  const summary = readable(result.summary);
  expect(summary.indexOf('typical case')).toBeGreaterThan(summary.indexOf('<details>'));
  expect(summary).toMatch(/cost \(1 trial per case\) \| \S+ \| \S+ \| 0\s% \| ✅/);
  expect(summary).toMatch(/paid, with caching \(cached 83\s% → 0\s%\) \| \S+ \| \S+ \| \+\d+(\.\d)?\s%/);
});
