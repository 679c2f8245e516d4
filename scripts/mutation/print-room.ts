import { exactInterval } from '#statistics/sequential/exact-interval.ts';
import { NOT_SAMPLED } from './sample.ts';

/** What is read of StrykerJS's report (mutation-testing-report-schema). */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly statusReason?: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** Both count from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** Prints one row of the table, and below it each mutant that no test noticed: where, and what became what. */
export function printRoom(name: string, { files }: MutationReport): void {
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ file, source, mutant })),
  );
  const sampled = all.filter(({ mutant }) => mutant.statusReason !== NOT_SAMPLED && mutant.status !== 'Ignored');
  const of = (...statuses: readonly string[]) => sampled.filter(({ mutant }) => statuses.includes(mutant.status));
  const [killed, timeouts] = [of('Killed', 'RuntimeError').length, of('Timeout').length];
  const unnoticed = of('Survived', 'NoCoverage');
  const noticed = killed + timeouts;
  const tried = noticed + unnoticed.length;
  const { low, high } = exactInterval(noticed, tried);
  const [share, ...ends] = [noticed / tried, low, high].map((rate) => `${(100 * rate).toFixed(1)} %`);
  console.log(
    `${name}: ${all.length} mutants, ${sampled.length} sampled, ${of('CompileError').length} do not compile; ` +
      `of ${tried}: ${killed} killed, ${timeouts} timed out, ${unnoticed.length} unnoticed: ${share} (95 %: ${ends.join('–')})`,
  );
  for (const { file, source, mutant } of unnoticed) {
    const { start, end } = mutant.location;
    console.log(`  ${file}:${start.line}:${start.column} ${mutant.status}`);
    console.log(`    - ${oneLine(textBetween(source, start, end))}\n    + ${oneLine(mutant.replacement ?? '')}`);
  }
}

function textBetween(source: string, start: Place, end: Place): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 140 ? line : `${line.slice(0, 139)}…`;
}
