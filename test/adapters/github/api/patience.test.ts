import { describe, expect, it } from 'vitest';
import { createPatience, MOST_SILENCE_MS } from '#adapters/github/api/patience.ts';

describe('the patience of a client', () => {
  it('is used up by attempts without an answer, over all requests', () => {
    const patience = createPatience();
    const limits: (number | null)[] = [];
    for (let i = 0; i < 5; i += 1) {
      const limit = patience.limit(20_000);
      limits.push(limit);
      patience.unanswered(limit ?? 0);
    }
    expect(limits).toEqual([20_000, 20_000, 5000, null, null]);
    expect(MOST_SILENCE_MS).toBe(45_000);
  });

  it('covers pauses of a minute together, one that GitHub asks for or several small ones', () => {
    const patience = createPatience();
    expect([patience.pause(60_001), patience.pause(7000), patience.pause(53_000)]).toEqual([false, true, true]);
    expect(patience.pause(1)).toBe(false);
    // Whoever answers, if only by a refusal, is still asked.
    expect(patience.limit(15_000)).toBe(15_000);
  });
});
