import { pValue } from '#common/words.ts';
import type { Paint } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { metricLabel } from '../labels.ts';
import { STATES, wordsBeside } from '../metric-state.ts';
import { isUntested, type MetricRow } from '../report.ts';
import { changeTexts, sideText } from '../units.ts';
import { fitLine, hangLine, pad, type TerminalOptions, widthOf } from './layout.ts';

/** A line per metric with both sides, in aligned columns; where the terminal is too narrow for them, without the test and its rule, or in two lines each. */
export function metricLines(
  rows: readonly MetricRow[],
  main: string,
  { columns }: TerminalOptions,
  paint: Paint,
): readonly string[] {
  const cells = rows.map((row) => cellsOf(row, main));
  const fits = (table: readonly string[]) => columns === null || table.every((line) => widthOf(line) <= columns - 2);
  const whole = alignColumns(cells);
  const short = alignColumns(cells.map((row) => row.slice(0, -2)));
  const table = fits(whole) ? whole : fits(short) ? short : null;
  return rows.flatMap((row, at) => {
    const { sign, colour } = STATES[row.state];
    const start = `${colour === null ? ' ' : paint(sign, colour)} `;
    if (table !== null) return [`${start}${table[at] ?? ''}`];
    const [label = '', ...values] = cells[at] ?? [];
    const figures = values.filter((cell) => cell !== '').join('  ');
    const width = columns === null ? null : columns - 2;
    return [`${start}${fitLine(label, width)}`, ...hangLine('    ', figures, columns)];
  });
}

function cellsOf(row: MetricRow, main: string): readonly string[] {
  const value = (name: string, side: 'baseline' | 'candidate'): string =>
    row[side] === null ? '' : `${name} ${sideText(row, side)}`;
  return [
    metricLabel(row),
    value(plainLine(main, 40), 'baseline'),
    value('here', 'candidate'),
    changeTexts(row).join('; '),
    row.p === null ? '' : pValue(row.p),
    [wordsBeside(row.state, isUntested(row)), ...row.failed_rules].filter((words) => words !== '').join(', '),
  ];
}

/** Pads every column to its widest cell and removes empty ones. */
function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .filter((cell) => cell !== '')
      .join('  ')
      .trimEnd(),
  );
}
