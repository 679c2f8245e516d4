import {
  changeInPoints,
  decimal,
  dollars,
  duration,
  percent,
  pointInterval,
  relativeChange,
  relativeInterval,
  wholeNumber,
} from '#common/words.ts';
import type { MetricRow } from './report.ts';

const VALUE: Readonly<Record<MetricRow['unit'], (value: number) => string>> = {
  rate: percent,
  tokens: wholeNumber,
  usd: dollars,
  ms: duration,
  count: decimal,
};

/** A value in the unit of its metric. */
export function inUnit(value: number, unit: MetricRow['unit']): string {
  return VALUE[unit](value);
}

/** A change in the unit of its metric: points for rates, relative for the rest. */
export function changeInUnit(change: number, unit: MetricRow['unit']): string {
  return unit === 'rate' ? changeInPoints(change) : relativeChange(change);
}

/** An interval of changes, in points or percent like the change itself. */
export function intervalInUnit(interval: readonly [number, number], unit: MetricRow['unit']): string {
  return unit === 'rate' ? pointInterval(interval) : relativeInterval(interval);
}
