import { convertRows } from './conversion/convert-rows.ts';
import { place } from './conversion/placed.ts';
import type { Dialect, DialectProblem } from './dialect.ts';
import { isInFormat } from './recognition/document-format.ts';

/** Our own format: `{cases: […]}`, a list of cases, or one case. Every part of a case stays what and where it is. */
export const canonical: Dialect = {
  name: 'canonical',
  recognises: (document) => isInFormat(document, 'canonical'),
  convert(document, options) {
    const { cases, problems } = convertRows(document, (row) => place(row.unread(), row.path));
    const refusals = options.args === undefined ? [] : [uselessOption];
    return { cases, problems: [...refusals, ...problems.map(asError)] };
  },
};

const uselessOption: DialectProblem = {
  severity: 'error',
  path: [],
  message: 'the dialect option `args` is for other formats; write `args_match` at the calls of these cases',
};

/** What a foreign file may carry along is a mistake in our own. */
function asError(problem: DialectProblem): DialectProblem {
  return { ...problem, severity: 'error' };
}
