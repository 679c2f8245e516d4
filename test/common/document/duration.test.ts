import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { durationSchema, parseDuration } from '#common/document/duration.ts';
import { always } from '#test/support/always.ts';

describe('durations', () => {
  test.each([
    ['500ms', 500],
    ['60s', 60_000],
    ['1.5s', 1500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['0.5ms', 1],
  ])('%s is %d milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test.each(['60', '', 's', '1m30s', '-1s', '1 s', '1S', '1e3s', '.5s', '1d', ' 1s', '1s\n', '٣s'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  test.each(['0s', '0.4ms', '25h', '86400001ms'])('%s is out of range', (text) => {
    expect(durationSchema.safeParse(text).success).toBe(false);
  });

  test('no text that looks like a duration makes the schema throw', () => {
    always(
      fc.property(fc.string({ unit: fc.constantFrom('0', '1', '9', '.', 'm', 's', 'h', ' ') }), (text) => {
        const read = durationSchema.safeParse(text);
        expect(read.success ? read.data : 1).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
