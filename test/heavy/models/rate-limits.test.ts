import { expect, it } from 'vitest';
import { BOTH_KINDS, endsOf, modelSuite, PROGRAM, runAgainst } from '#test/support/model-suite.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const IDS = ['c1', 'c2', 'c3'];

/** Refuses every other request. */
function everyOther(fault: { readonly status: number; readonly retry_after?: number }): ModelScript {
  let count = 0;
  return () => {
    count += 1;
    return count % 2 === 1 ? { fault } : { text: 'all is well' };
  };
}

it.each([
  // A timer that is set late in a busy turn of Node's loop fires early by as much: half of what was asked is a wait.
  ['is told to come back', { status: 429, retry_after: 1 }, 500],
  ['meets an overload that passes', { status: 529 }, 0],
] as const)('an agent that is alone and %s tries again, each time', async (_, fault, waited) => {
  const run = await runAgainst({ script: everyOther(fault) }, modelSuite(PROGRAM, IDS));
  expect(endsOf(run), run.stderr).toEqual(IDS.map(() => 'passed'));
  expect(run.server.requests).toHaveLength(2 * IDS.length);
  expect(run.trials.map(({ tries }) => tries)).toEqual(IDS.map(() => 1));
  expect(Math.min(...run.trials.map(({ wait_ms }) => wait_ms))).toBeGreaterThanOrEqual(waited);
});

it.each(BOTH_KINDS)(
  '%s comes through a storm without one error, and nothing is asked twice that was answered',
  async (_, agent) => {
    let answers = 0;
    const run = await runAgainst(
      {
        // Both places are taken until the other programs have started and asked, however slow the machine.
        script: () => ({ text: 'all is well', delay_ms: ++answers > 2 ? 5 : 3000 }),
        admit: { limit: 2, retry_after: 0.05 },
      },
      modelSuite(agent, ['c1', 'c2', 'c3', 'c4'], { trials: 6, concurrency: 6 }),
    );
    expect(endsOf(run)).toEqual(Array(24).fill('passed'));
    expect(run.server.billed).toBe(24);
    expect(run.server.requests.some(({ status }) => status === 429)).toBe(true);
    expect(run.trials.every(({ tries }) => tries === 1)).toBe(true);
  },
);
