import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { json } from '#test/support/scripted-suite.ts';
import { labelledEvent, scheduleEvent } from '#test/testing/github/payloads.ts';

/** A worker that answers well in the first `GOOD` of ten trials, and notes every turn. */
const WORKER = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type !== 'turn') continue;
  appendFileSync('trace', process.env.WHO + '\\n');
  const output = (turn.trial - 1) % 10 < Number(process.env.GOOD) ? 'well' : 'badly';
  console.log(JSON.stringify({ id: turn.id, output, usage: { input_tokens: 90, output_tokens: 10, cost_usd: 0.01 } }));
}
`;
const worker = (who: string, good: number) => ({
  command: [process.execPath, 'worker.mjs'],
  env: { WHO: who, GOOD: String(good) },
});
const CASES = ['one', 'two', 'three', 'four'].map((id) => ({
  id,
  input: id,
  expect: { response: { contains: ['well'] } },
}));

const suite = (more: object = {}) => ({
  'worker.mjs': WORKER,
  'evals/cases.yml': json({ cases: CASES }),
  'agent-eval.yml': json({
    version: 1,
    agents: { good: worker('good', 10), bad: worker('bad', 3), ...more },
    cases: ['evals/*.yml'],
    trials: 10,
    pull_request_labels: { start: false, skip: true },
  }),
});

it('the input agents posts their table, with intervals and the cost of a passed trial, and gates nothing', async (openScene) => {
  const scene = await openScene(suite());
  const { event, checkout } = await scene.openPull({ 'README.md': 'words' });
  const gate = await scene.run(event, { workspace: checkout, inputs: { trials: '1' } });
  expect(gate.outputs, gate.stdout).toMatchObject({ verdict: 'inconclusive', trials: '4' });
  const before = scene.fake.state.artifacts.length;

  const result = await scene.run(event, { workspace: checkout, inputs: { agents: '*' } });
  expect(result.exitCode, result.stdout).toBe(0);
  expect(result.outputs).toMatchObject({ verdict: '', passed: '', trials: '80' });
  expect(await turns(checkout)).toEqual({ good: 44, bad: 40 });
  expect(scene.fake.state.comments, 'beside the comment of the gate').toHaveLength(2);
  const table = readable(scene.fake.state.comments.at(-1)?.body ?? '');
  expect(table).toContain('2 agents, 4 cases × 10 trials each');
  expect(table).toMatch(/good passes more than bad: 70 points \(95 %: \d/);
  expect(table).toMatch(/bad.*18\.1.*45\.4.*12\/40.*0\.0333/);
  expect(result.summary).toContain('### Agents compared');
  const uploaded = scene.fake.state.artifacts.slice(before).map(({ name }) => name);
  expect(uploaded, 'nothing that a run could take for a baseline').toEqual([
    expect.stringMatching(/^agent-eval-report-agents-\d+-1\.html$/),
  ]);

  await scene.run(event, { workspace: checkout, inputs: { agents: 'good,bad', 'max-cost-usd': '0.2' } });
  expect(scene.fake.state.comments).toHaveLength(2);
  expect(readable(scene.fake.state.comments.at(-1)?.body ?? '')).toMatch(
    /max-cost-usd .* is reached: .*the agents are compared on the trials that ran until then/,
  );
  const { good = 0, bad = 0 } = await turns(checkout);
  expect(good + bad, 'of 80 trials those that 20 cents pay, and those under way by then').toBeLessThan(84 + 30);
});

it('nothing runs where a label says so, or where a shard is asked for', async (openScene) => {
  const scene = await openScene(suite());
  const { pull, checkout } = await scene.openPull();
  const skip = labelledEvent(scene.fake.state, pull, ['eval: skip']);
  const skipped = await scene.run(skip, { workspace: checkout, inputs: { agents: '*' } });
  expect([skipped.exitCode, await turns(checkout)], skipped.stdout).toEqual([0, {}]);
  expect(skipped.stdout).toContain('The agents were not compared: the label "eval: skip" asks for that');
  const event = scheduleEvent(scene.fake.state, scene.repository.main());
  const shard = await scene.run(event, { inputs: { agents: '*', shard: '1/2' } });
  expect([shard.exitCode, shard.stdout]).toEqual([
    2,
    expect.stringContaining('input agents compares agents in one job'),
  ]);
});

/** Turns of each agent in a checkout. */
async function turns(checkout: string): Promise<Readonly<Record<string, number>>> {
  const text = await readFile(join(checkout, 'trace'), 'utf8').catch(() => '');
  const counts: Record<string, number> = {};
  for (const who of text.split('\n').filter((line) => line !== '')) counts[who] = (counts[who] ?? 0) + 1;
  return counts;
}
