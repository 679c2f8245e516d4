import { expect, it } from 'vitest';
import { BOTH_KINDS, endsOf, modelSuite, PROGRAM, runOnce } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const IDS = Array.from({ length: 12 }, (_, index) => `c${index}`);

/** Refuses every other request. */
function everyOther(fault: { readonly status: number; readonly retry_after?: number }): ModelScript {
  let count = 0;
  return () => {
    count += 1;
    return count % 2 === 1 ? { fault } : { text: 'all is well' };
  };
}

it.each([
  ['is told to come back', { status: 429, retry_after: 0.02 }, 15],
  ['meets an overload that passes', { status: 529 }, 0],
] as const)('an agent that is alone and %s tries again, each time', async (_, fault, waited) => {
  await using server = await startModelServer({ script: everyOther(fault) });
  const ids = IDS.slice(0, waited === 0 ? 2 : 12);
  const run = await runOnce(modelSuite(PROGRAM, ids), server);
  expect(endsOf(run), run.stderr).toEqual(ids.map(() => 'passed'));
  expect(server.requests).toHaveLength(2 * ids.length);
  expect(run.trials.map(({ tries }) => tries)).toEqual(ids.map(() => 1));
  expect(Math.min(...run.trials.map(({ wait_ms }) => wait_ms))).toBeGreaterThanOrEqual(waited);
});

it.each(BOTH_KINDS)(
  '%s comes through a storm without one error, and nothing is asked twice that was answered',
  async (_, agent) => {
    let answers = 0;
    await using server = await startModelServer({
      // Both places are taken until the other programs have started and asked, however slow the machine.
      script: () => ({ text: 'all is well', delay_ms: ++answers > 2 ? 5 : 3000 }),
      admit: { limit: 2, retry_after: 0.05 },
    });
    const run = await runOnce(modelSuite(agent, ['c1', 'c2', 'c3', 'c4'], { trials: 6, concurrency: 6 }), server);
    expect(endsOf(run)).toEqual(Array(24).fill('passed'));
    expect(server.billed).toBe(24);
    expect(server.requests.some(({ status }) => status === 429)).toBe(true);
    expect(run.trials.every(({ tries }) => tries === 1)).toBe(true);
  },
);
