import { expect } from 'vitest';
import { endsOf, environmentOf, REAL_KEY, runAgainst } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { comment, it } from '#test/support/scene.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { lastUser } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

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
    }),
    'runner.mjs': RUNNER,
    'asks.txt': 'hello',
  };
}

it('a recorded suite gets a dummy key, and all that its rounds asked on both sides is one number in the comment and the log', async (openScene) => {
  const script: ModelScript = (request) => ({ text: lastUser(request) === 'hello' ? 'hi' : 'who knows' });
  await using server = await startModelServer(script, { keys: [REAL_KEY] });
  const options = { env: environmentOf(server), secrets: [REAL_KEY] };
  const scene = await openScene(suite(99));
  expect(await scene.pushMain(options)).toMatchObject({ exitCode: 0 });
  const before = server.requests.length;
  const { outputs, stdout } = await scene.runPull({ 'asks.txt': 'goodbye' }, options);
  expect(outputs['verdict'], stdout).toBe('fail');
  for (const text of [comment(scene), stdout]) {
    const said =
      /(\d+) model calls with [\d,]+ tokens were paid for: (\d+) in \d+ trials of this change, (\d+) in /.exec(text);
    const [all = 0, change = 0, main = 0] = (said ?? []).slice(1).map(Number);
    expect(all, text).toBe(server.requests.length - before);
    expect(change + main).toBe(all);
  }
});

it('a round in which a cache answered in the place of the model is void', async () => {
  const run = await runAgainst({ script: () => ({ text: 'hi' }), keys: [REAL_KEY] }, suite(3));
  expect(endsOf(run)).toEqual(['passed', 'passed', 'error: sandbox', 'passed', 'passed', 'error: sandbox']);
  expect(run.trials[2]?.error?.message).toBe(
    'round 3: it called no model, an earlier round made 2 calls: a cache answered; switch it off',
  );
});
