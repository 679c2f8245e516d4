const BARS = '▁▂▃▄▅▆▇█';

/**
 * A line of text that shows how values went, a bar each, oldest first: `▇▇█▂▇`. The largest value has the highest bar; `·`
 * stands for an unknown one.
 *
 * @param leastRange the difference from the lowest to the highest bar is at least this, so that noise looks like noise
 */
export function sparkline(values: readonly (number | null)[], leastRange = 0): string {
  const known = values.filter((value) => value !== null);
  const high = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const least = known.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const range = Math.max(high - least, leastRange);
  const bar = (value: number): string => {
    const height = range === 0 ? 1 : 1 - (high - value) / range;
    return BARS[Math.round(height * (BARS.length - 1))] ?? '';
  };
  return values.map((value) => (value === null ? '·' : bar(value))).join('');
}

/** Smallest range of a line of pass rates: a difference of two points is hardly visible. */
export const RATE_RANGE = 0.2;
