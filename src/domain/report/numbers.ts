import type { MetricRow } from './report.ts';

/** `0.943` → `94.3 %`. Only exactly 1 is `100.0 %`, only exactly 0 is `0.0 %`. */
export function percent(rate: number): string {
  const text = (100 * rate).toFixed(1);
  if (text === '100.0' && rate < 1) return '> 99.9 %';
  if (text === '0.0' && rate > 0) return '< 0.1 %';
  return `${trueMinus(text)} %`;
}

/** Difference of rates in points, with its sign: `-0.08` → `−8.0 pt`. */
export function points(change: number): string {
  return `${signed(change)} pt`;
}

/** Relative change with its sign: `0.123` → `+12.3 %`. */
export function relative(change: number): string {
  return `${signed(change)} %`;
}

/** `1234567` → `1,234,567`. */
export function count(number: number): string {
  return trueMinus(number.toFixed(0)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** US dollars: cents above ten cents, two digits that count below, and never more than six places. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.00001) return '< $0.00001';
  const rounded = Number(amount.toPrecision(2));
  if (rounded > 0 && rounded < 0.1) return `$${rounded.toFixed(places(rounded))}`;
  const [whole, cents] = amount.toFixed(2).split('.');
  return `$${count(Number(whole))}.${cents}`;
}

/** Milliseconds for people: `840 ms`, `2.1 s`, `3 m 10 s`, `1 h 5 m`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${ms.toFixed(0)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
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

/** An interval of changes, in points or percent like the change itself: `[−13.0, −3.0]`. */
export function changeInterval([low, high]: readonly [number, number]): string {
  return `[${signed(low)}, ${signed(high)}]`;
}

/** The first of a list and how many more there are: `a, b and 4 more`. */
export function listed(items: readonly string[], most = 5): string {
  const more = items.length > most ? ` and ${items.length - most} more` : '';
  return `${items.slice(0, most).join(', ')}${more}`;
}

/** `1 case`, `2 cases`. */
export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** A share as a number of hundredths with its sign. */
function signed(share: number): string {
  const text = trueMinus((100 * share).toFixed(1));
  return share > 0 && text !== '0.0' ? `+${text}` : text;
}

/** A true minus sign, and never a negative zero. */
function trueMinus(text: string): string {
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

/** Decimal places that show two digits of a number below one. */
function places(amount: number): number {
  return Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(amount))));
}
