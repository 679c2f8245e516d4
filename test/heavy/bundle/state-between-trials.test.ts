import { describe, expect } from 'vitest';
import { program } from '#test/support/program.ts';
import { it } from '#test/support/scene.ts';

const CASES = Array.from({ length: 8 }, (_, i) => ({
  id: `room-${i}`,
  input: `room ${i}, please`,
  expect: { response: { contains: ['booked'] } },
}));

/** One trial at a time: which of several processes a trial meets, and so how many trials fail, is a matter of the machine. */
const suite = (agent: object, concurrency = 1) => ({
  'agent.mjs': program('rooms-worker.mjs'),
  'module.mjs': program('rooms-module.mjs'),
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
