/** One measured figure with the mark it is held against. */
export interface Row {
  readonly work: string;
  readonly figure: string;
  readonly measured: string;
  /** The same work without us, or by somebody else, measured in the same run; `''`: nothing to compare with. */
  readonly beside: string;
  /** `''`: told, not held against anything. */
  readonly mark: string;
  /** `null`: no mark, or nothing to hold against it. */
  readonly met: boolean | null;
}

/** Prints rows as a table with aligned columns; a work is named on the first of its rows. */
export function printTable(rows: readonly Row[]): void {
  const cells = [
    ['work', 'figure', 'measured', 'beside it', 'mark', ''],
    ...rows.map((row, index) => [
      rows[index - 1]?.work === row.work ? '' : row.work,
      row.figure,
      row.measured,
      row.beside,
      row.mark,
      verdict(row.met),
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function verdict(met: boolean | null): string {
  if (met === null) return '';
  return met ? 'ok' : 'MISSED';
}
