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

/** Prints rows as a table with aligned columns. */
export function printTable(rows: readonly Row[]): void {
  const table = cells(rows);
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** Rows as a table in Markdown. */
export function markdownTable(rows: readonly Row[]): string {
  const [header = [], ...body] = cells(rows);
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [header, header.map(() => '---'), ...body].map(line).join('\n');
}

/** A work is named on the first of its rows. */
function cells(rows: readonly Row[]): readonly (readonly string[])[] {
  return [
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
}

function verdict(met: boolean | null): string {
  if (met === null) return '';
  return met ? 'ok' : 'MISSED';
}
