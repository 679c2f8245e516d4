import { expect, it } from 'vitest';
import { sparkline } from '#gate/history/sparkline.ts';

it('has a bar a rate', () => {
  expect(sparkline([0, 0.5, 1])).toBe('▁▅█');
  expect(sparkline([])).toBe('');
  expect(sparkline([null, 1, null])).toBe('·█·');
});

it('begins at 0: a bar says how much passes, and a fall looks as large as it is', () => {
  expect(sparkline([0.94, 0.96, 0.95])).toBe('███');
  expect(sparkline([0.94, 0.96, 0.5])).toBe('██▅');
  expect(sparkline([0.1, 0.1])).toBe('▂▂');
});
