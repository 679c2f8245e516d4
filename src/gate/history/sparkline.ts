const BARS = '▁▂▃▄▅▆▇█';

/** A line of text that shows how rates went, a bar each from 0 to 1, oldest first: `▇▇█▂▇`; `·` stands for an unknown one. */
export function sparkline(rates: readonly (number | null)[]): string {
  return rates.map((rate) => (rate === null ? '·' : (BARS[Math.round(rate * (BARS.length - 1))] ?? ''))).join('');
}
