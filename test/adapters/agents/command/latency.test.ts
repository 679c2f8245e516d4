import { describe, expect, test } from 'vitest';
import { limitsCheck } from '#domain/checks/limits.ts';
import { trialView } from '#domain/checks/trial-view.ts';
import { aCase, aTrial } from '#test/domain/trial/build-trial.ts';
import { commandAgent, NEVER, planOf } from '../support.ts';

/** Takes long to start; `ready` is said when that is over. Answers each line at once. */
const slowToStart = (ready: string, answer: string) => [
  process.execPath,
  '-e',
  `const end = Date.now() + 1500;
   while (Date.now() < end);
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

describe('the start of a process is no part of a latency', () => {
  test('of a worker that says ready', async () => {
    await using agent = commandAgent(slowToStart(READY, ANSWER));
    const [first] = latencies(await agent.attempt(planOf('x'), NEVER));
    expect(first).toBeLessThan(1400);
  });

  test('of a worker that does not: its first is unknown, what comes after is not', async () => {
    await using agent = commandAgent(slowToStart('', ANSWER));
    const attempt = await agent.attempt(planOf(['x', 'y']), NEVER);
    expect(latencies(attempt)).toEqual([null, expect.any(Number)]);
    expect(attempt.latency_at_most_ms).toBeGreaterThan(1400);
  });

  test('of a one-shot program that says ready, which is no part of its answer either', async () => {
    await using agent = commandAgent(slowToStart(READY, 'console.log("well"); process.exit(0);'), {
      mode: 'one-shot',
    });
    const attempt = await agent.attempt(planOf('x'), NEVER);
    expect(attempt.trajectory.turns).toMatchObject([{ output: 'well' }]);
    expect(latencies(attempt)[0]).toBeLessThan(1400);
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
