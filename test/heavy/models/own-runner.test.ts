import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { endsOf, REAL_KEY, runAgainst, runModels } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

/** Rounds of a runner whose tests call a model through the recorder. */
const RUNNER = program('calling-runner.mjs');

function suite(cachedFrom: number) {
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        run: [process.execPath, 'runner.mjs', '{results}', String(cachedFrom)],
        results: 'jsonl',
        tests: ['runner.mjs'],
        record: true,
        needs: ['OPENAI_API_KEY'],
      },
      trials: 3,
      gate: { method: 'threshold', pass_rate: { min: 0.5 } },
    }),
    'runner.mjs': RUNNER,
  };
}

test('a recorded suite gets a dummy key, and its rounds tell what they cost together', async () => {
  await using server = await startModelServer({ script: () => ({ text: 'hi' }), keys: [REAL_KEY] });
  await using folder = await folderWith(suite(99));
  const run = await runModels(folder, server);
  expect(endsOf(run), run.stdout + run.stderr).toEqual(Array(6).fill('passed'));
  const comment = await folder.read('agent-eval-results/comment.md');
  expect(comment).toMatch(/6 model calls with \d+ tokens were paid for: 6 in 6 trials/);
});

test('a round in which a cache answered in the place of the model is void', async () => {
  const run = await runAgainst({ script: () => ({ text: 'hi' }), keys: [REAL_KEY] }, suite(3));
  expect(endsOf(run)).toEqual(['passed', 'passed', 'error: sandbox', 'passed', 'passed', 'error: sandbox']);
  expect(run.trials[2]?.error?.message).toBe(
    'round 3: it called no model, an earlier round made 2 calls: a cache answered; switch it off',
  );
});
