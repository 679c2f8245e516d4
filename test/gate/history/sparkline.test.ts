import { expect, it } from 'vitest';
import { RATE_RANGE, sparkline } from '#gate/history/sparkline.ts';

it('has a bar a value, the highest for the largest', () => {
  expect(sparkline([0, 0.5, 1])).toBe('▁▅█');
  expect(sparkline([])).toBe('');
  expect(sparkline([null, 1, null])).toBe('·█·');
});

it('shows noise as noise, and a fall as a fall', () => {
  expect(sparkline([0.94, 0.96, 0.95], RATE_RANGE)).toBe('▇██');
  expect(sparkline([0.94, 0.96, 0.5], RATE_RANGE)).toBe('██▁');
});
