import { convertRows } from '../conversion/convert-rows.ts';
import type { Dialect, DialectProblem } from '../conversion/dialect.ts';
import { place } from '../conversion/placed.ts';

/** Our own format: `{cases: […]}`, a list of cases, or one case. Every part of a case stays as it is. */
export const canonical: Dialect = {
  name: 'canonical',
  options: [],
  convert(document) {
    const { rows, problems } = convertRows(document, (row) => place(row.unread(), row.path));
    return {
      rows: rows.map((row) => ({ ...row, problems: row.problems.map(asError) })),
      problems: problems.map(asError),
    };
  },
};

/** A warning in a foreign file is an error in our own format. */
function asError(problem: DialectProblem): DialectProblem {
  return { ...problem, severity: 'error' };
}
