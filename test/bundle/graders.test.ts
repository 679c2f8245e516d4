import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';

const AGENT = `import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (process.env.CHEATS === 'yes') writeFileSync('judge.mjs', 'export default () => ({ passed: true });');
  console.log(JSON.stringify({ id: turn.id, output: 'wrong' }));
}
`;

const JUDGE = `export default (trial) => ({ passed: trial.output === 'right', reason: 'the answer is not right' });
`;

function suite(cheats: 'yes' | 'no') {
  return {
    'agent.mjs': AGENT,
    'judge.mjs': JUDGE,
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs'], env: { CHEATS: cheats } },
      cases: ['cases.yml'],
      trials: 2,
      concurrency: 1,
      gate: { pass_rate: { min: 0.5 } },
    }),
    'cases.yml': JSON.stringify({
      cases: [{ id: 'graded', input: 'x', expect: { custom: [{ module: './judge.mjs' }] } }],
    }),
  };
}

it('an agent that rewrites its own custom check while it runs ends the run as an error, not green', async ({
  openScene,
}) => {
  const honest = await openScene(suite('no'));
  expect((await honest.pushMain()).outputs['verdict']).toBe('fail');

  const cheated = await openScene(suite('yes'));
  const result = await cheated.pushMain();
  expect(result.exitCode).toBe(4);
  expect(result.outputs['verdict']).toBe('error');
  expect(result.summary).toContain('changed while the suite ran');
});
