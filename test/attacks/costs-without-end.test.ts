import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { evaluateFolder } from './evaluate-folder.ts';

const IDS = ['one', 'two', 'three', 'four', 'five'];
const FLOOR = { gate: { method: 'threshold', pass_rate: { min: 0.5 } } };

describe('a pull request that would have the run cost more and more', () => {
  test('by a million trials, a thousand at a time, is refused before anything is started', async () => {
    const million = 1_000_000;
    await using folder = await folderWith(
      scriptedSuite({ one: { trials: million } }, { trials: million, concurrency: 1000 }),
    );
    const run = await evaluateFolder(folder.path);
    expect(run.kind).toBe('invalid');
    expect(run.text).toContain('trials: expected a whole number from 1 to 50');
    expect(run.text).toContain('concurrency');
    expect(existsSync(join(folder.path, TRACE))).toBe(false);
  });

  test('by many cases ends at max-trials of the workflow, and does not pass', async () => {
    const cases = Object.fromEntries(IDS.map((id) => [id, {}]));
    await using folder = await folderWith(scriptedSuite(cases, { trials: 1, ...FLOOR }));
    const run = await evaluateFolder(folder.path, { budget: { max_trials: 3 } });
    expect(run.verdict, run.text).toBe('inconclusive');
    expect(await turns(folder.path)).toBe(3);
    expect((await evaluateFolder(folder.path)).verdict, 'without a cap it would').toBe('pass');
    expect(await turns(folder.path)).toBe(3 + 5);
  });

  test('by many tokens ends at max-tokens of the workflow, and does not pass', async () => {
    const usage = { input: 1000, output: 1000 };
    await using server = await startModelServer(() => ({ text: 'all is well', usage }));
    await using folder = await folderWith(modelSuite(BUILT_IN, IDS, { trials: 10, ...FLOOR }));
    const run = await evaluateFolder(folder.path, { environment: environmentOf(server), budget: { max_tokens: 5000 } });
    expect(run.verdict, run.text).toBe('inconclusive');
    expect(server.requests).toHaveLength(3);
  });

  test.each(['max_tokens', 'max_cost_usd', 'max_trials', 'max_duration'])(
    'by a budget of its own in the config (%s) is refused: budgets are the workflow’s',
    async (name) => {
      await using folder = await folderWith(scriptedSuite({ one: {} }, { limits: { [name]: 1_000_000 } }));
      const run = await evaluateFolder(folder.path);
      expect(run.kind).toBe('invalid');
      expect(run.text).toContain(name);
    },
  );
});

/** Turns that the agent was given so far. */
async function turns(folder: string): Promise<number> {
  const trace = (await readFile(join(folder, TRACE), 'utf8')).trim().split('\n');
  return trace.filter((line) => line !== 'start').length;
}
