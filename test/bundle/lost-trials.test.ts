import { expect } from 'vitest';
import { comment, it } from '#test/support/scene.ts';

const RUNNER = `
import { readFileSync, writeFileSync } from 'node:fs';
const round = Number(process.env.AGENT_EVAL_ROUND);
const { errors } = JSON.parse(readFileSync('agent.json', 'utf8'));
const rows = ['mug', 'lamp', 'desk', 'sofa', 'rug', 'chair'].map((id) => {
  const fault = round <= 3 ? errors[id] : undefined;
  return fault === undefined ? { id, passed: true } : { id, outcome: 'error', fault, message: fault + ' was down' };
});
writeFileSync(process.argv[2], rows.map((row) => JSON.stringify(row)).join('\\n'));
`;

const SUITE = {
  'agent-eval.yml': JSON.stringify({
    version: 1,
    suite: { run: ['node', 'evals.mjs', '{results}'], results: 'jsonl', tests: ['evals.mjs'] },
    trials: { min: 5, max: 5 },
  }),
  'evals.mjs': RUNNER,
  'agent.json': JSON.stringify({ errors: {} }),
};

it('errors carry whose fault they are, and the comment counts them alike in its line and in its table', async (openScene) => {
  const scene = await openScene(SUITE);
  await scene.storeMain();
  const errors = { mug: 'provider', lamp: 'sandbox', desk: 'judge' };
  const run = await scene.runPull({ 'agent.json': JSON.stringify({ errors }) });
  expect(run).toDecide('inconclusive');
  const text = comment(scene);
  expect(text).toContain('9 of 30 ended in errors (3 judge, 3 provider, 3 sandbox)');
  expect(text).toContain('6 cases × 5 trials · 9 trials could not be evaluated');
  expect(text).toMatch(/completed trials \(21 of 30 trials\)/);
});
