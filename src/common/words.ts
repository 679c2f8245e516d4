/**
 * How numbers, lists and commits are written wherever a person reads them: comment, summary, terminal, log, decision. One
 * decimal if it says something and none if it would be 0, thousands separated, a true minus sign, and never `-0`.
 */

/** A rate: `94 %`, `86.1 %`. Only exactly 1 is `100 %`, and only exactly 0 is `0 %`. */
export function percent(rate: number): string {
  return share(rate, 1, 'under 0.1 %', 'over 99.9 %');
}

/** A rate that is known too roughly for a decimal: `86 %`. Only exactly 1 is `100 %`, and only exactly 0 is `0 %`. */
export function wholePercent(rate: number): string {
  return share(rate, 0, 'under 1 %', 'over 99 %');
}

/** A difference of rates, which is 100 points at most: `8 points`, `−2.6 points`, `1 point`. */
export function points(difference: number): string {
  return withPoints(roundTo(hundredths(difference), 1));
}

/** A change of a rate, with its sign: `+8 points`, `−2.6 points`, `0 points`. */
export function changeInPoints(change: number): string {
  return withPoints(withSign(hundredths(change)));
}

/** An interval of changes of a rate: `[−13, +2.5]`. */
export function pointInterval([low, high]: readonly [number, number]): string {
  return `[${withSign(hundredths(low))}, ${withSign(hundredths(high))}]`;
}

/** Differences of a rate from the least to the most: `4 to 20`, `−1.5 to 20`. */
export function pointRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${roundTo(hundredths(low), 1)} to ${roundTo(hundredths(high), 1)}`;
}

/** A relative change, with its sign: `0.23` is `+23 %`, `-0.045` is `−4.5 %`. */
export function relativeChange(change: number): string {
  return `${withSign(100 * change)} %`;
}

/** The same without the sign of a rise: `23 %`. */
export function relativeAmount(change: number): string {
  return `${roundTo(100 * change, 1)} %`;
}

/** An interval of relative changes: `[+3 %, +12.5 %]`. */
export function relativeInterval([low, high]: readonly [number, number]): string {
  return `[${relativeChange(low)}, ${relativeChange(high)}]`;
}

/** A p-value in a sentence: `p = 0.026`, `p < 0.001`. */
export function pValue(p: number): string {
  return relation(probability(p));
}

/** A p-value with its boundary, at the precision that their comparison needs: `p = 0.026, boundary 0.019`. */
export function pAgainst(p: number, boundary: number): string {
  const digits = boundary > 0 ? Math.min(6, Math.max(3, Math.ceil(-Math.log10(boundary)))) : 3;
  return `${relation(probability(p, digits))}, boundary ${probability(boundary, 6)}`;
}

/** A probability with two significant digits: `0.026`, `0.37`, `1`; `< 0.001` if `digits` decimals show none. */
export function probability(value: number, digits = 3): string {
  const least = Number(`1e-${digits}`);
  if (value < least) return `< ${least.toFixed(digits)}`;
  return withoutZeros(value.toFixed(1 - Math.floor(Math.log10(value))));
}

/** A whole number: `12,400`. */
export function wholeNumber(number: number): string {
  return roundTo(number, 0);
}

/** A mean: `12,400.5`, `3`. */
export function decimal(number: number): string {
  return roundTo(number, 1);
}

/** A number of things: `1 case`, `2,000 cases`. */
export function plural(number: number, noun: string, nouns = `${noun}s`): string {
  return `${wholeNumber(number)} ${number === 1 ? noun : nouns}`;
}

/** How well a judge distinguishes good from bad (J, κ), always with two decimals: `0.75`, `−0.05`, `1.00`. */
export function coefficient(value: number): string {
  const text = value.toFixed(2);
  return text === '-0.00' ? '0.00' : text.replace('-', '−');
}

/** US dollars: `$12.00`, and three significant digits below ten cents: `$0.0123`, `$0.05`. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.000001) return 'under $0.000001';
  if (amount >= 0.1 || amount <= 0) return `$${groupDigits(amount.toFixed(2))}`;
  return `$${amount.toFixed(Math.min(6, 2 - Math.floor(Math.log10(amount)))).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

/** How long something took or may take, in milliseconds: `840 ms`, `2.1 s`, `3 min 10 s`, `1 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${wholeNumber(ms)} ms`;
  if (ms < 59_950) return `${decimal(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return inTwo(seconds, 'min', 's');
  return inTwo(Math.round(seconds / 60), 'h', 'min');
}

/** A size, rounded up, so that a size above a limit never reads as the limit: `64 MB`, `4.1 MB`. */
export function megabytes(bytes: number): string {
  return `${decimal(Math.ceil((bytes / 1024 / 1024) * 10) / 10)} MB`;
}

/**
 * The first items of a list and the number of the rest: `a, b and 4 more`; after another separator, of clauses or lines, the
 * rest comes as an item: `a; b; and 4 more`.
 */
export function listed(
  items: readonly string[],
  most = 5,
  separator: ', ' | '; ' | '\n' | '\n  ' | '<br>' = ', ',
): string {
  if (items.length <= most) return items.join(separator);
  const rest = separator === ', ' ? ' ' : separator;
  return `${items.slice(0, most).join(separator)}${rest}and ${wholeNumber(items.length - most)} more`;
}

/** The first of several problems: `a`, or `a (and 2 more)`. */
export function firstOf(items: readonly string[]): string {
  return items.length > 1 ? `${items[0]} (and ${wholeNumber(items.length - 1)} more)` : (items[0] ?? '');
}

/** A commit as git shows it: `9e8d7c6`. */
export function shortSha(sha: string): string {
  return sha.slice(0, 7);
}

function share(rate: number, decimals: 0 | 1, hardlyAny: string, nearlyAll: string): string {
  const text = roundTo(100 * rate, decimals);
  if (text === '0' && rate > 0) return hardlyAny;
  return text === '100' && rate < 1 ? nearlyAll : `${text} %`;
}

/** Rates differ by 100 points at most, whatever the bound of an interval says. */
function hundredths(difference: number): number {
  return 100 * Math.max(-1, Math.min(1, difference));
}

function withPoints(number: string): string {
  return `${number} ${/^[+−]?1$/.test(number) ? 'point' : 'points'}`;
}

function relation(p: string): string {
  return p.startsWith('<') ? `p ${p}` : `p = ${p}`;
}

function withSign(number: number): string {
  const text = roundTo(number, 1);
  return number > 0 && text !== '0' ? `+${text}` : text;
}

function roundTo(number: number, decimals: 0 | 1): string {
  const text = withoutZeros(number.toFixed(decimals));
  return text === '-0' ? '0' : groupDigits(text).replace('-', '−');
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function groupDigits(text: string): string {
  return text.replace(/\d(?=(\d{3})+(\.|$))/g, '$&,');
}

function inTwo(small: number, large: string, unit: string): string {
  const rest = small % 60;
  return `${wholeNumber(Math.floor(small / 60))} ${large}${rest === 0 ? '' : ` ${rest} ${unit}`}`;
}

/** With its first letter in capitals. */
export function capitalise(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
