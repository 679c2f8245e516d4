import { describe, expect, test } from 'vitest';
import { liveProgress } from '#commands/action/publish/live-progress.ts';
import { silentProgress } from '#commands/terminal/silent-progress.ts';
import type { EndedTrial, ProgressState } from '#ports/progress.ts';
import { type RunExpectation, runningCheck, runningComment } from '#report/outputs/running-words.ts';

const ENDED: EndedTrial = { case_id: 'one', index: 1, outcome: 'passed', duration_ms: 1, reused: false, why: null };
const estimate = (duration_ms: number | null, cost_usd: number | null = null) => ({
  ...{ trials: 50, tokens: null, cost_usd, duration_ms },
});

/** A run at a time of the test's own, and what its view was told. */
function running({ isBroken = false } = {}) {
  let now = 0;
  const told: string[] = [];
  const keep = async (text: string): Promise<void> => {
    told.push(text);
    if (isBroken) throw new Error('GitHub is away');
  };
  const view = {
    far: (state: ProgressState, left: number | null) => keep(runningCheck(state, left).title),
    long: (expected: RunExpectation) => keep(runningComment(expected, 'https://github.com/run').words),
  };
  const progress = liveProgress(silentProgress, view, { monotonic: () => now });
  return {
    progress,
    told,
    start: (total = 50) => progress.start(total, { most: total, concurrency: 5 }),
    /** The trial of this number ends at this second. */
    ends(done: number, second: number, more: Partial<EndedTrial & ProgressState> = {}) {
      now = second * 1000;
      const state = { done, total: 50, passed: done, failed: 0, errors: 0, tokens: null, cost_usd: null };
      progress.trial({ ...state, ...more }, { ...ENDED, ...more });
    },
  };
}

describe('a run that goes on', () => {
  test('says at once what it takes where the baseline took more than two minutes', async () => {
    const run = running();
    run.progress.expects?.({ least: estimate(900_000, 0.4), most: estimate(1_800_000, 0.8) });
    run.start();
    await run.progress.settled();
    expect(run.told).toEqual(['running: 50 trials, expected to take about 3 min to 6 min and about $0.40 to $0.80']);
    expect(run.progress.isLong()).toBe(true);
  });

  test('is long by its own pace too, once, and says how far it is every half minute', async () => {
    const run = running();
    run.progress.expects?.({ least: estimate(null), most: estimate(null) });
    run.start();
    run.ends(1, 0.1, { reused: true });
    run.ends(2, 20, { cost_usd: 0.02 });
    run.ends(3, 21);
    run.ends(4, 51);
    await run.progress.settled();
    expect(run.told).toEqual([
      expect.stringMatching(/^running: 50 trials, expected to take about \d+ min \d+ s and about \$0\.50$/),
      expect.stringMatching(/^running: 2 of 50 trials, about \d+ min \d+ s left$/),
      expect.stringMatching(/^running: 4 of 50 trials, about/),
    ]);
  });

  test('is short otherwise: nobody is told that it is long', async () => {
    const run = running();
    run.progress.expects?.({ least: estimate(590_000), most: estimate(5_000_000) });
    run.start();
    run.ends(1, 1);
    await run.progress.settled();
    expect(run.told).toEqual([expect.stringMatching(/^running: 1 of 50 trials/)]);
    expect(run.progress.isLong()).toBe(false);
  });

  test('goes on if nobody hears of it', async () => {
    const run = running({ isBroken: true });
    run.start();
    run.ends(1, 60);
    run.ends(2, 120);
    await run.progress.settled();
    expect(run.told).toHaveLength(3);
  });
});
