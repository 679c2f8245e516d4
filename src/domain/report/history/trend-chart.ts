import { type HistoryRow, passRateOf } from '#domain/history/history-row.ts';

/** Most runs in the chart. */
const MOST_RUNS = 60;

/**
 * The pass rate of main's last runs as a chart that GitHub draws, for a job summary. It holds nothing but numbers.
 *
 * @returns empty before there are two runs
 */
export function trendChart(rows: readonly HistoryRow[]): string {
  const rates = rows.slice(-MOST_RUNS).flatMap((row) => passRateOf(row) ?? []);
  if (rates.length < 2) return '';
  const least = Math.min(...rates);
  // A range of at least 20 points, so that noise looks like noise.
  const from = Math.max(0, Math.floor(10 * Math.min(least, 0.8)) * 10);
  return [
    `**Pass rate of main, last ${rates.length} runs**`,
    '',
    '```mermaid',
    'xychart-beta',
    `  x-axis "runs, the last one on the right" 1 --> ${rates.length}`,
    `  y-axis "pass rate in %" ${from} --> 100`,
    `  line [${rates.map((rate) => (100 * rate).toFixed(1)).join(', ')}]`,
    '```',
    '',
  ].join('\n');
}
