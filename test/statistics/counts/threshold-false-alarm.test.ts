import { expect, test } from 'vitest';
import { thresholdFalseAlarm } from '#statistics/counts/threshold-false-alarm.ts';
import { binomialPmf } from '#statistics/distributions/binomial.ts';
import { combinations } from '../enumeration.ts';

test('without a comparable case there is no threshold to be wrong', () => {
  expect(thresholdFalseAlarm([], 0.02)).toBeNull();
  expect(thresholdFalseAlarm([{ n: 3, b: 0, m: 0 }], 0.02)).toBeNull();
});

test('a baseline that never varies never alarms', () => {
  const stable = [
    { n: 3, b: 5, m: 5 },
    { n: 3, b: 0, m: 5 },
  ];
  expect(thresholdFalseAlarm(stable, 0)).toEqual({ rate: 0, draws: 4000 });
});

test('the same suite gives the same rate', () => {
  const suite = [
    { n: 3, b: 4, m: 5 },
    { n: 5, b: 11, m: 15 },
  ];
  expect(thresholdFalseAlarm(suite, 0.02)).toEqual(thresholdFalseAlarm(suite, 0.02));
});

test.each([0, 0.05, 0.2])('measures what enumeration counts, within sampling error: max_drop %d', (maxDrop) => {
  const suite = [
    { n: 3, b: 4, m: 5 },
    { n: 5, b: 11, m: 15 },
    { n: 2, b: 5, m: 5 },
  ];
  const outcomes = suite.map(({ n, b, m }) =>
    binomialPmf(n, b / m).map((probability, passes) => ({ probability, drop: b / m - passes / n })),
  );
  const exact = combinations(outcomes)
    .filter((draw) => draw.reduce((sum, { drop }) => sum + drop, 0) / suite.length > maxDrop + 1e-12)
    .reduce((sum, draw) => sum + draw.reduce((product, { probability }) => product * probability, 1), 0);
  const measured = thresholdFalseAlarm(suite, maxDrop, 20_000);
  expect(measured?.draws).toBe(20_000);
  expect(Math.abs((measured?.rate ?? Number.NaN) - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 20_000));
});

test('a drop equal to the tolerated one is no alarm', () => {
  // One trial of a case at 1/2: the drop is −½ or ½, never more.
  expect(thresholdFalseAlarm([{ n: 1, b: 1, m: 2 }], 0.5)?.rate).toBe(0);
  expect(thresholdFalseAlarm([{ n: 1, b: 1, m: 2 }], 0.49)?.rate).toBeCloseTo(0.5, 1);
});

test('a case that always or never passed on main changes the mean, and no draw', () => {
  const varying = { n: 7, b: 11, m: 15 };
  const rate = (...others: { n: number; b: number; m: number }[]) =>
    thresholdFalseAlarm([...others, varying], 0.15 / (1 + others.length))?.rate;
  expect(rate({ n: 3, b: 5, m: 5 })).toBe(rate());
  expect(rate({ n: 3, b: 0, m: 5 })).toBe(rate());
});
