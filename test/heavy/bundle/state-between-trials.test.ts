import { describe, expect } from 'vitest';
import { environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { it } from '#test/support/scene.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

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
    expect(result).toDecide('inconclusive');
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

it('a program that keeps what it booked in a file is no better than itself: the verdict is open and names the mend', async (openScene) => {
  const scene = await openScene({
    ...suite({ command: [process.execPath, 'book.mjs', '{input}'] }),
    'book.mjs': program('booking-program.mjs'),
  });
  await scene.pushMain();
  const result = await scene.runPull({ 'README.md': 'words' });
  expect(result).toDecide('inconclusive');
  expect(result.outputs['inconclusive-reason']).toMatch(/: trials depend on earlier trials of the run/);
  expect(scene.fake.state.comments[0]?.body).toContain('a file, a database, a server');
});

describe('an agent that keeps the answers of its model on disk', () => {
  const suite = modelSuite(
    { command: [process.execPath, 'agent.mjs', '{input}'], record: true },
    CASES.map(({ id }) => id),
    { trials: { min: 3, max: 10 }, gate: {} },
  );
  /** Each request is answered in words of its own: ill once, the first time, unless the prompt is kind, and then well. */
  const startModel = () => {
    const asked = new Set<unknown>();
    return startModelServer(({ system, messages }) => {
      const request = JSON.stringify([system, messages]);
      const text = asked.has(request) || system !== 'brief' ? `all is well, ${asked.size}` : 'all is ill';
      asked.add(request);
      return { text };
    });
  };
  const files = { ...suite, 'agent.mjs': program('caching-caller.mjs'), 'prompt.md': 'kind' };

  it('is not red for one answer that each trial repeats: the verdict is open and names the mend', async (openScene) => {
    await using model = await startModel();
    const scene = await openScene(files);
    await scene.pushMain({ env: environmentOf(model) });
    const result = await scene.runPull({ 'prompt.md': 'brief' }, { env: environmentOf(model) });
    expect(result).toDecide('inconclusive');
    expect(result.outputs['inconclusive-reason']).toMatch(
      /^can't tell \(blocks\): 16 trials of 8 cases here repeat the answer to another trial without calling a model/,
    );
    expect(scene.fake.state.comments[0]?.body).toContain('turn that cache off');
  });

  it('is no more red where no recorder sees it', async (openScene) => {
    await using model = await startModel();
    const agent = { command: [process.execPath, 'agent.mjs', '{input}', model.base_urls.openai] };
    const config = modelSuite(
      agent,
      CASES.map(({ id }) => id),
      { trials: { min: 3, max: 10 }, gate: {} },
    );
    const scene = await openScene({ ...files, ...config, 'agent.mjs': files['agent.mjs'] });
    await scene.pushMain();
    const result = await scene.runPull({ 'prompt.md': 'brief' });
    expect(result).toDecide('inconclusive');
    expect(result.outputs['inconclusive-reason']).toMatch(
      /: every trial gave the same answer .* but fresh trials of main another/,
    );
  });

  it('passes a change of nothing where each trial asks its model', async (openScene) => {
    await using model = await startModel();
    const scene = await openScene({ ...files, uncached: '' });
    await scene.pushMain({ env: environmentOf(model) });
    const result = await scene.runPull({ 'prompt.md': 'nice' }, { env: environmentOf(model) });
    expect(result).toDecide('pass');
  });
});

describe('a worker that keeps its answers in memory, where no recorder sees it', () => {
  it('is not red for what three of its processes said, as each answer counts once', async (openScene) => {
    // The looks ask once, and so does each turn of fresh trials.
    const ill = ['look', 'turn 1', 'turn 2', 'turn 3'];
    let asked = 0;
    await using model = await startModelServer(({ system, messages }) => {
      const isIll = system === 'brief' && JSON.stringify(messages).includes('room-0') && ill.shift() !== undefined;
      asked += 1;
      return { text: `all is ${isIll ? 'ill' : 'well'}, ${asked}` };
    });
    const config = modelSuite(
      { command: [process.execPath, 'agent.mjs', model.base_urls.openai] },
      CASES.map(({ id }) => id),
      { trials: { min: 3, max: 10 }, gate: {}, concurrency: 1 },
    );
    const scene = await openScene({ ...config, 'agent.mjs': program('keeping-worker.mjs'), 'prompt.md': 'kind' });
    await scene.pushMain();
    const result = await scene.runPull({ 'prompt.md': 'brief' });
    expect(result).toDecide('inconclusive');
    expect(scene.fake.state.comments[0]?.body).toContain('repeated an answer of the same process');
  });
});
