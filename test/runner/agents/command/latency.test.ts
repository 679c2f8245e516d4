import { describe, expect, test } from 'vitest';
import { aCase, aTrial } from '#test/trials/trial/build-trial.ts';
import { limitsCheck } from '#trials/checks/limits.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import { commandAgent, fixture, NEVER, planOf } from '../support.ts';
import { wired } from '../wired.ts';

/** How long the programs take to start, in milliseconds; what is measured is held against the time that all of it took. */
const START_MS = 700;

/** Takes long to start; `ready` is said when that is over. Answers each line at once. */
const slowToStart = (ready: string, answer: string) => [
  process.execPath,
  '-e',
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${START_MS});
   ${ready}
   require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
     const { id } = JSON.parse(text);
     ${answer}
   });`,
];
const READY = 'console.log(JSON.stringify({ type: "ready" }));';
const ANSWER = 'console.log(JSON.stringify({ id, output: "well" }));';

const latencies = ({ trajectory }: Awaited<ReturnType<ReturnType<typeof commandAgent>['attempt']>>) =>
  trajectory.turns.map(({ latency_ms }) => latency_ms);

describe.concurrent('the start of a process is no part of a latency', () => {
  test('of a worker that says ready', async () => {
    await using agent = commandAgent(slowToStart(READY, ANSWER));
    const asked = performance.now();
    const [first] = latencies(await agent.attempt(planOf('x'), NEVER));
    expect(first).toBeLessThan(performance.now() - asked - START_MS + 100);
  });

  test('of a worker that does not: its first is unknown, what comes after is not', async () => {
    await using agent = commandAgent(slowToStart('', ANSWER));
    const attempt = await agent.attempt(planOf(['x', 'y']), NEVER);
    expect(latencies(attempt)).toEqual([null, expect.any(Number)]);
    expect(attempt.latency_at_most_ms).toBeGreaterThan(START_MS - 100);
  });

  test('of a one-shot program that says ready, which is no part of its answer either', async () => {
    await using agent = commandAgent(slowToStart(READY, 'console.log("well"); process.exit(0);'), {
      mode: 'one-shot',
    });
    const asked = performance.now();
    const attempt = await agent.attempt(planOf('x'), NEVER);
    expect(attempt.trajectory.turns).toMatchObject([{ output: 'well' }]);
    expect(latencies(attempt)[0]).toBeLessThan(performance.now() - asked - START_MS + 100);
  });

  test('of a one-shot program that does not: it is unknown, in every turn', async () => {
    const plain = slowToStart('', 'console.log("well"); process.exit(0);');
    await using agent = commandAgent(plain, { mode: 'one-shot' });
    const attempt = await agent.attempt(planOf(['x', 'y']), NEVER);
    expect(attempt.end).toEqual({ kind: 'completed' });
    expect(latencies(attempt)).toEqual([null, null]);
    expect(attempt.latency_at_most_ms).toBeGreaterThan(START_MS - 100);
  });

  test('of a recorded one-shot program that does not: it is over with its first model call', async () => {
    await using world = await wired(() => ({ text: 'ok', delay_ms: 300 }));
    const asking = `setTimeout(() => { process.argv[2] = 'x'; import(${JSON.stringify(fixture('model-once.mjs'))}) }, 1500)`;
    const agent = world.agent([process.execPath, '-e', asking], { mode: 'one-shot' });
    const asked = performance.now();
    const attempt = await agent.attempt(planOf('x'), NEVER);
    expect(attempt.end).toEqual({ kind: 'completed' });
    const [latency] = latencies(attempt);
    expect(latency).toBeGreaterThan(250);
    expect(latency).toBeLessThan(performance.now() - asked - 1400);
  });
});

test.each([
  [2000, true],
  [1000, null],
])(
  'a ceiling of %i ms on a latency that is 1.5 s at most, start included, is judged only where it holds',
  (most, passed) => {
    const trial = { ...aTrial([{ latency_ms: null }]), latency_at_most_ms: 1500 };
    expect(limitsCheck.judge({ max_latency_ms: most }, trialView(aCase({}), trial, null))).toMatchObject([{ passed }]);
  },
);
