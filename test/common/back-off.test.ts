import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOffMs } from '#common/back-off.ts';
import { always } from '#test/support/always.ts';

test('back-off grows, is never nothing and never more than the longest wait', () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  const longest = fc.constantFrom(20_000, 30_000);
  always(
    fc.property(fc.integer({ min: 1, max: 2000 }), random, longest, (failed, drawn, most) => {
      const ms = backOffMs(failed, drawn, most);
      expect(ms).toBeGreaterThanOrEqual(250);
      expect(ms).toBeLessThanOrEqual(most);
      expect(backOffMs(failed + 1, drawn, most)).toBeGreaterThanOrEqual(ms);
    }),
  );
});
