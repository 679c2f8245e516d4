/** One measured figure with the mark it is held against. */
export interface Row {
  readonly work: string;
  readonly figure: string;
  readonly measured: string;
  readonly mark: string;
  readonly met: boolean;
}

/** Prints rows as a table with aligned columns. */
export function printTable(rows: readonly Row[]): void {
  const cells = [
    ['work', 'figure', 'measured', 'mark', ''],
    ...rows.map((row) => [row.work, row.figure, row.measured, row.mark, row.met ? 'ok' : 'MISSED']),
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

/** Median of at least one number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
