import { plainLine } from './escape.ts';
import type { CaseRow, Report } from './report.ts';

/** A mark on a line of a case file. Plain text; the runner cuts messages at 4,096 characters. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly file: string | null;
  readonly line: number | null;
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each level per step; two are left for what else goes wrong. */
const MAX = 8;

/** Marks the cases that matter on their lines: errors for what the gate holds against the change, warnings for the rest. */
export function annotations(report: Report): readonly Annotation[] {
  const concerned = report.cases.filter((row) => row.group === 'broken' || row.group === 'worse' || row.group === 'failing');
  const shown = concerned.slice(0, MAX).map((row) => annotation(row));
  if (concerned.length > MAX) {
    shown.push({ level: 'notice', file: null, line: null, title: 'Agent eval', message: `${concerned.length - MAX} more cases are in the summary` });
  }
  return shown;
}

function annotation(row: CaseRow): Annotation {
  const side = (label: string, tally: { passed: number; scored: number } | null): string =>
    tally === null ? '' : `${tally.passed}/${tally.scored} ${label}`;
  const passes = [side('on main', row.baseline), side('here', row.candidate)].filter((text) => text !== '').join(', ');
  const reason = row.failures[0]?.reason ?? row.errors[0]?.message ?? '';
  return {
    level: row.group === 'broken' ? 'error' : 'warning',
    file: row.source?.file ?? null,
    line: row.source?.line ?? null,
    title: plainLine(`Agent eval: ${row.id} ${row.group === 'broken' ? 'broke' : 'fails'}`, 200),
    message: plainLine(`passed ${passes}. ${reason}`, 1000),
  };
}
