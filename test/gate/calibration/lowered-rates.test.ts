import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loweredRates } from '#gate/calibration/effects.ts';
import { shiftedRates } from '#gate/calibration/resample.ts';
import { always } from '#test/support/always.ts';

const rates = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('the mean falls by exactly the drop, no rate rises and none goes below 0', () => {
  always(
    fc.property(rates, fc.double({ min: 0, max: 0.5, noNaN: true }), (before, drop) => {
      const after = loweredRates(before, drop);
      if (after === null) {
        expect(mean(before)).toBeLessThan(drop + 1e-9);
        return;
      }
      expect(mean(before) - mean(after)).toBeCloseTo(drop, 9);
      expect(after.every((rate, index) => rate >= 0 && rate <= (before[index] ?? 0))).toBe(true);
    }),
  );
});

test.each<[string, number[], number, number[] | null]>([
  ['every case falls alike', [1, 0.8], 0.1, [0.9, 0.7]],
  ['a case that stops at 0 leaves its part to the others', [1, 0.9, 0.05], 0.1, [0.875, 0.775, 0]],
  ['the order is kept', [0.05, 1, 0.9], 0.1, [0, 0.875, 0.775]],
  ['a drop as large as the mean leaves nothing', [0.2, 0.1], 0.15, [0, 0]],
  ['a larger one has no room', [0.2, 0.1], 0.16, null],
])('%s', (_, before, drop, after) => {
  const found = loweredRates(before, drop);
  if (after === null) expect(found).toBeNull();
  else expect(found?.map((rate) => Number(rate.toFixed(9)))).toEqual(after);
});

test('a shifted day moves the mean by the shift, and what always or never passed stays', () => {
  const before = [1, 0.9, 0.5, 0];
  for (const shift of [-0.05, 0.02]) {
    const after = shiftedRates(before, shift);
    expect(mean(after) - mean(before)).toBeCloseTo(shift, 6);
    expect(after[0]).toBe(1);
    expect(after[3]).toBe(0);
  }
  expect(shiftedRates(before, 0)).toEqual(before);
});

test('a shift that the rates have no room for goes as far as it can', () => {
  expect(mean(shiftedRates([0.9, 0.9], 0.5))).toBeCloseTo(1, 3);
});
