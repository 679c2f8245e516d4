import { describe, expect, it } from 'vitest';
import { BOTH_KINDS, endsOf, modelSuite, runOnce } from '#test/support/model-suite.ts';
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

describe.each(BOTH_KINDS)('%s', (_, agent) => {
  it('that is alone and is told to come back does so, each time', async () => {
    await using server = await startModelServer({ script: everyOther({ status: 429, retry_after: 0.02 }) });
    const run = await runOnce(modelSuite(agent, IDS), server);
    expect(endsOf(run), run.stderr).toEqual(Array(12).fill('passed'));
    expect(server.requests).toHaveLength(24);
    expect(run.trials.map(({ tries }) => tries)).toEqual(Array(12).fill(1));
    expect(Math.min(...run.trials.map(({ wait_ms }) => wait_ms))).toBeGreaterThanOrEqual(15);
  });

  it('recovers from an overload that passes', async () => {
    await using server = await startModelServer({ script: everyOther({ status: 529 }) });
    const run = await runOnce(modelSuite(agent, ['one', 'two']), server);
    expect(endsOf(run), run.stderr).toEqual(['passed', 'passed']);
    expect(server.requests).toHaveLength(4);
  });

  it('comes through a storm without one error, and nothing is asked twice that was answered', async () => {
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
  });
});
