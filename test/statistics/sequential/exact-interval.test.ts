import { expect, it } from 'vitest';
import { binomialPmf } from '#statistics/distributions/binomial.ts';
import { exactInterval } from '#statistics/sequential/exact-interval.ts';

it('has the published ends', () => {
  expect(exactInterval(2, 112).high).toBeCloseTo(0.0630189, 6);
  expect(exactInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(0.3084971, 6) });
  expect(exactInterval(10, 10)).toEqual({ low: expect.closeTo(0.6915029, 6), high: 1 });
  expect(exactInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

it('at each end, what was seen or more has a chance of 2.5 %', () => {
  for (const [events, trials] of [
    [1, 7],
    [3, 20],
    [50, 60],
  ] as const) {
    const { low, high } = exactInterval(events, trials);
    const atLeast = binomialPmf(trials, low).slice(events);
    const atMost = binomialPmf(trials, high).slice(0, events + 1);
    expect(sum(atLeast)).toBeCloseTo(0.025, 9);
    expect(sum(atMost)).toBeCloseTo(0.025, 9);
  }
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
