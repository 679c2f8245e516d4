import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';

/** What an agent does to the workspace before it answers, and after its input is closed. */
interface Cheat {
  readonly first?: string;
  readonly last?: string;
}

const agent = ({ first = '', last = '' }: Cheat) => `import { createInterface } from 'node:readline';
import { readFileSync, writeFileSync } from 'node:fs';
const before = readFileSync('judge.mjs', 'utf8');
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  ${first}
  console.log(JSON.stringify({ id: turn.id, output: 'wrong' }));
}
${last}
`;

const RULE = `export const right = 'right';
`;
const JUDGE = `import { right } from './rule.mjs';
export default (trial) => ({ passed: trial.output === right, reason: 'the answer is not right' });
`;
const LAX = "'export default () => ({ passed: true });'";

function suite(cheat: Cheat = {}) {
  return {
    'agent.mjs': agent(cheat),
    'judge.mjs': JUDGE,
    'rule.mjs': RULE,
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs'] },
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

it.for<[string, Cheat]>([
  ['its own custom check', { first: `writeFileSync('judge.mjs', ${LAX});` }],
  ['what its check imports', { first: `writeFileSync('rule.mjs', "export const right = 'wrong';");` }],
  [
    'its check and puts it back when it is done',
    { first: `writeFileSync('judge.mjs', ${LAX});`, last: "writeFileSync('judge.mjs', before);" },
  ],
])('an agent that rewrites %s while it runs ends the run as an error, not green', async ([, cheat], { openScene }) => {
  const cheated = await openScene(suite(cheat));
  const result = await cheated.pushMain();
  expect(result).toExit(4);
  expect(result.outputs['verdict']).toBe('error');
  expect(result.summary).toContain('changed while the suite ran');
});
