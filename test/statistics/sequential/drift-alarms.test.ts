import { expect, it } from 'vitest';
import { nightsToAlarm } from '../../../bench/drift-alarms.ts';

// The table of `npm run drift-alarms`, with fewer draws. Seeded: the same numbers every time.
it('with known rates, a drop of 1, 2, 3 and 5 points is seen after about 21, 6.8, 4 and 2.3 nights', () => {
  const seen = [0.01, 0.02, 0.03, 0.05].map((drop) => nightsToAlarm({ before: 'known', drop, most: 400 }, 60));
  const [one, two, three, five] = seen.map((nights) => Math.round(nights * 10) / 10);
  expect(one).toBeGreaterThan(12);
  expect(one).toBeLessThan(24);
  expect(two).toBeGreaterThan(5);
  expect(two).toBeLessThan(7.5);
  expect(three).toBeGreaterThan(3);
  expect(three).toBeLessThan(4.6);
  expect(five).toBeGreaterThan(1.8);
  expect(five).toBeLessThan(2.6);
});

it('with rates that are estimated from a month of nights, 3 and 5 points are seen as fast', () => {
  expect(nightsToAlarm({ before: 30, drop: 0.03, most: 400 }, 60)).toBeLessThan(5);
  expect(nightsToAlarm({ before: 30, drop: 0.05, most: 400 }, 60)).toBeLessThan(3);
});

it('estimating the rates does not raise more false alarms: none for well over a year of nights on average', () => {
  expect(nightsToAlarm({ before: 0, drop: 0, most: 3000 }, 20)).toBeGreaterThan(500);
});
