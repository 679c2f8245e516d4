import { cellText, differs, type MarkReading, measure, measuredText } from './measured.ts';
import type { Cell, Table } from './scenario.ts';
import type { Tally } from './tally.ts';

/** Prints every measured value of a table with its error, and beside it what the design says. */
export function printTable(table: Table, tallyOf: (cell: Cell) => Tally | undefined): void {
  const rows = table.cells.flatMap((cell) => {
    const tally = tallyOf(cell);
    return tally === undefined ? [] : table.measures.map((what) => lineOf(cell, tally, what));
  });
  if (rows.length === 0) return;
  console.log(`\n${table.title}`);
  printAligned([[table.corner, 'change', '', 'measured', 'design', ''], ...rows]);
}

function lineOf(cell: Cell, tally: Tally, what: Table['measures'][number]): readonly string[] {
  const measured = measure(tally, what);
  const design = cell.design?.[what];
  const known = design !== undefined && !Number.isNaN(design.value);
  return [
    cell.row,
    cell.column,
    what,
    measuredText(measured),
    known ? String(design.value) : '',
    known && differs(measured, design) ? 'DIFFERS' : '',
  ];
}

/** Prints what became of the marks. */
export function printMarks(marks: readonly MarkReading[]): void {
  console.log('\nmarks');
  printAligned(
    marks.map(({ mark, measured, outcome }) => [
      mark.name,
      measuredText(measured),
      `${mark.at === 'most' ? '≤' : '≥'} ${mark.bound}`,
      outcome === 'met' ? 'ok' : MISSED[outcome],
    ]),
  );
}

const MISSED = {
  unclear: 'missed within its error',
  missed: 'MISSED',
} as const;

/** Prints rows with aligned columns. */
export function printAligned(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
    );
}

/** A table as Markdown: one line per row, one column per change; `null`: none of its cells was drawn. */
export function markdownOf(table: Table, tallyOf: (cell: Cell) => Tally | undefined): string | null {
  const drawn = table.cells.filter((cell) => tallyOf(cell) !== undefined);
  if (drawn.length === 0) return null;
  const columns = [...new Set(drawn.map(({ column }) => column))];
  const rows = [...new Set(drawn.map(({ row }) => row))];
  const lines = rows.map((row) => [
    row,
    ...columns.map((column) => {
      const cell = drawn.find((item) => item.row === row && item.column === column);
      const tally = cell && tallyOf(cell);
      return tally === undefined ? '' : cellText(tally, table);
    }),
  ]);
  return [
    `**${table.title}** (${table.measures.join(' / ')})`,
    '',
    markdownLine([table.corner, ...columns]),
    markdownLine(['---', ...columns.map(() => '--:')]),
    ...lines.map(markdownLine),
  ].join('\n');
}

/** One line of a Markdown table. */
export function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
