import { markdownTable } from 'markdown-table';

/** A column of a table. Cells are finished Markdown without line breaks or unescaped pipes; empty if there is no data. */
export interface Column<Row> {
  readonly title: string;
  /** `r` is for numbers, which never wrap. */
  readonly align: 'l' | 'r' | 'c';
  readonly cell: (row: Row) => string;
}

/** A space at which a cell is not wrapped. */
export const NO_BREAK = '\u00a0';

/** A table with one line per row. Columns without any data are left out. */
export function columnTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const filled = columns
    .map(({ title, align, cell }) => ({ title, align, cells: rows.map((row) => unwrapped(cell(row), align)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const lines = rows.map((_, line) => filled.map(({ cells }) => cells[line] ?? ''));
  const align = filled.map((column) => column.align);
  return markdownTable([filled.map(({ title }) => title), ...lines], { align, alignDelimiters: false });
}

function unwrapped(cell: string, align: Column<unknown>['align']): string {
  return align === 'r' ? cell.replaceAll(' ', NO_BREAK) : cell;
}
