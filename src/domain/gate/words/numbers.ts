/** A rate in percent, with one decimal where it has one: `94 %`. Only exactly 1 is `100 %`, and only exactly 0 is `0 %`. */
export function percent(rate: number): string {
  const text = oneDecimal(rate * 100);
  if (text === '100' && rate < 1) return 'over 99.9 %';
  return text === '0' && rate > 0 ? 'under 0.1 %' : `${text} %`;
}

/** A difference of rates, which is 100 points at most: `8 points`, `−2.6 points`, `1 point`. */
export function points(difference: number): string {
  const text = oneDecimal(Math.max(-100, Math.min(100, difference * 100)));
  return `${text} ${text === '1' ? 'point' : 'points'}`;
}

/** An interval of a change of rates, in points, as far as rates can differ: `[−2, +7]`. */
export function pointInterval([low, high]: readonly [number, number]): string {
  return `[${signed(Math.max(-100, low * 100))}, ${signed(Math.min(100, high * 100))}]`;
}

/** A p-value: `p = 0.004`, with two digits however small it is, down to `p < 0.000001`. */
export function pValue(p: number): string {
  return p < 1e-6 ? 'p < 0.000001' : `p = ${probability(p)}`;
}

/** A probability that is a limit: `0.018`, and two digits where that would be 0. */
export function probability(value: number): string {
  if (value >= 0.001 || value <= 0) return withoutZeros(value.toFixed(3));
  return withoutZeros(value.toFixed(1 - Math.floor(Math.log10(value))));
}

/** A relative change of a ratio: `+23 %`, `−4.5 %`. */
export function relativeChange(ratio: number): string {
  const text = oneDecimal((ratio - 1) * 100);
  return `${text.startsWith('−') || text === '0' ? '' : '+'}${text} %`;
}

/** A count, cost or time with four significant digits and thousands apart: `12,400`, `0.0312`. */
export function amount(value: number): string {
  const rounded = value >= 1000 ? Math.round(value).toFixed(0) : String(Number(value.toPrecision(4)));
  return rounded.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/** `1 case`, `2 cases`. */
export function plural(count: number, noun: string): string {
  return `${amount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first ids of a list and how many more there are: `a, b, c and 4 more`. */
export function listOf(ids: readonly string[], most = 5): string {
  if (ids.length <= most) return ids.join(', ');
  return `${ids.slice(0, most).join(', ')} and ${ids.length - most} more`;
}

function signed(value: number): string {
  const text = oneDecimal(value);
  return text.startsWith('−') || text === '0' ? text : `+${text}`;
}

function oneDecimal(value: number): string {
  const text = withoutZeros(value.toFixed(1));
  return text === '-0' ? '0' : text.replace('-', '−');
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
