import { describe, expect } from 'vitest';
import { it } from '#test/support/scene.ts';

/** Books the room that a case asks for in the memory of its process: a second booking of it fails. */
const AGENT = `import { createInterface } from 'node:readline';

const booked = new Set();
console.log(JSON.stringify({ type: 'ready' }));
for await (const text of createInterface({ input: process.stdin })) {
  const { type, id, input } = JSON.parse(text);
  if (type === 'turn') console.log(JSON.stringify({ id, output: booked.has(input) ? 'no room is free' : 'booked' }));
  if (type === 'turn') booked.add(input);
  if (type !== 'reset') continue;
  booked.clear();
  console.log(JSON.stringify({ type, id }));
}
`;

const MODULE = `const booked = new Set();
export default async ({ input }) => {
  const output = booked.has(input) ? 'no room is free' : 'booked';
  booked.add(input);
  return output;
};
export const reset = () => booked.clear();
`;

const CASES = Array.from({ length: 8 }, (_, i) => ({
  id: `room-${i}`,
  input: `room ${i}, please`,
  expect: { response: { contains: ['booked'] } },
}));

/** One trial at a time: which of several processes a trial meets, and so how many trials fail, is a matter of the machine. */
const suite = (agent: object, concurrency = 1) => ({
  'agent.mjs': AGENT,
  'module.mjs': MODULE,
  'evals/cases.json': JSON.stringify({ cases: CASES }),
  'agent-eval.yml': JSON.stringify({ version: 1, agent, cases: ['evals/cases.json'], concurrency }),
});

const KINDS = [
  ['a worker', { command: ['node', 'agent.mjs'] }, true],
  ['a module', { module: 'module.mjs' }, 'reset'],
] as const;

describe.each(KINDS)('%s that keeps what it booked, against itself', (_, agent, isolate) => {
  it('is neither red nor a pass: the verdict is open and names the mend', async (openScene) => {
    const scene = await openScene(suite(agent));
    await scene.pushMain();
    const result = await scene.runPull({ 'README.md': 'words' });
    expect(result.outputs, result.stdout).toMatchObject({ verdict: 'inconclusive' });
    expect(result.outputs['inconclusive-reason']).toMatch(/^can't tell \([a-z ]+\): trials depend on earlier trials/);
    expect(scene.fake.state.comments[0]?.body).toContain('isolate: true');
  });

  it('passes where it is isolated, with the same numbers on both sides', async (openScene) => {
    const scene = await openScene(suite({ ...agent, isolate }, 2));
    const main = await scene.pushMain();
    expect(main.outputs).toMatchObject({ 'pass-rate': '1' });
    const result = await scene.runPull({ 'README.md': 'words' });
    expect(result.outputs, result.stdout).toMatchObject({ verdict: 'pass', 'pass-rate': '1' });
  });
});
