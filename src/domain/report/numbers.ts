import type { MetricRow } from './report.ts';

/** `0.943` → `94.3 %`. */
export function percent(rate: number, digits = 1): string {
  return `${trimMinus((100 * rate).toFixed(digits))} %`;
}

/** Difference of rates in points, with its sign: `-0.08` → `−8.0 pt`. */
export function points(change: number, digits = 1): string {
  return `${signed(100 * change, digits)} pt`;
}

/** Relative change with its sign: `0.123` → `+12.3 %`. */
export function relative(change: number, digits = 1): string {
  return `${signed(100 * change, digits)} %`;
}

/** `1234567` → `1,234,567`. */
export function count(number: number): string {
  return Math.round(number)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** US dollars: cents above a dollar, more digits below a cent. */
export function dollars(amount: number): string {
  if (amount === 0 || amount >= 0.1) return `$${amount.toFixed(2)}`;
  return `$${amount.toPrecision(2)}`;
}

/** Milliseconds for people: `840 ms`, `2.1 s`, `3 m 10 s`, `1 h 5 m`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} m`;
}

/** A p-value: `0.004`, `< 0.001`, `0.42`. */
export function pValue(p: number): string {
  if (p < 0.001) return '< 0.001';
  return p < 0.1 ? p.toFixed(3) : p.toFixed(2);
}

/** A value in the unit of its metric. */
export function inUnit(value: number, unit: MetricRow['unit']): string {
  switch (unit) {
    case 'rate':
      return percent(value);
    case 'tokens':
      return count(value);
    case 'usd':
      return dollars(value);
    case 'ms':
      return duration(value);
    case 'count':
      return value.toFixed(1);
  }
}

/** A change in the unit of its metric: points for rates, relative for the rest. */
export function changeInUnit(change: number, unit: MetricRow['unit']): string {
  return unit === 'rate' ? points(change) : relative(change);
}

function signed(number: number, digits: number): string {
  const text = trimMinus(number.toFixed(digits));
  return number > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A true minus sign, and never a negative zero. */
function trimMinus(text: string): string {
  if (Number(text) === 0) return text.replace('-', '');
  return text.replace('-', '−');
}
