import { OutsideError } from '../paths.ts';
import { RESULT_FORMATS, type ResultFormat } from '../result-formats.ts';
import type { Damage, Row, RowsPlace, RowsReading } from '../row.ts';
import { adkFormat } from './adk.ts';
import { ctrfFormat } from './ctrf.ts';
import { deepevalFormat } from './deepeval.ts';
import { evaliteFormat } from './evalite.ts';
import { inspectFormat } from './inspect.ts';
import type { Format, Twins } from './json-format.ts';
import { jsonLinesFormat } from './json-lines.ts';
import { junitFormat } from './junit.ts';
import { promptfooFormat } from './promptfoo.ts';
import { pytestFormat } from './pytest.ts';
import { vitestFormat } from './vitest.ts';

const FORMATS: { readonly [Name in ResultFormat]: Format } = {
  vitest: vitestFormat,
  pytest: pytestFormat,
  junit: junitFormat,
  jsonl: jsonLinesFormat,
  promptfoo: promptfooFormat,
  evalite: evaliteFormat,
  inspect: inspectFormat,
  ctrf: ctrfFormat,
  adk: adkFormat,
  deepeval: deepevalFormat,
};

/** Reads what a runner wrote in one round, in a file or several. A file of another runner is a problem that names it. */
export function readRows(format: ResultFormat, texts: readonly string[], place: RowsPlace): RowsReading {
  const rows: Row[] = [];
  const damage: Damage[] = [];
  for (const text of texts) {
    const read = readAs(format, text, place);
    if (read === null) return { problem: { code: 'other_format', actual: formatOf(text, place), format } };
    if ('problem' in read) return read;
    for (const row of read.rows) rows.push(row);
    damage.push(...read.damage);
  }
  if (rows.length > MOST_ROWS) return { problem: { code: 'too_many_rows', most: MOST_ROWS } };
  return FORMATS[format].twins === 'repeats' ? { rows, damage } : uniqueRows(rows, damage, FORMATS[format].twins);
}

const MOST_ROWS = 20_000;

/** `null`: it is of another format. */
function readAs(format: ResultFormat, text: string, place: RowsPlace): RowsReading | null {
  try {
    return FORMATS[format].read(text, place);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { problem: { code: 'outside', path: error.message } };
  }
}

function formatOf(text: string, place: RowsPlace): ResultFormat | null {
  return (
    RESULT_FORMATS.find((name) => {
      if (name === 'jsonl') return false;
      const read = readAs(name, text, place);
      return read !== null && !('damage' in read && read.damage.some(({ code }) => code === 'cut'));
    }) ?? null
  );
}

/** Rows of one name are different tests, or a mistake. */
function uniqueRows(rows: readonly Row[], damage: readonly Damage[], twins: Twins): RowsReading {
  const times = new Map<string, number>();
  const numbered = rows.map((row): Row => {
    const time = (times.get(row.id) ?? 0) + 1;
    times.set(row.id, time);
    return time === 1 ? row : { ...row, id: `${row.id}.${time}` };
  });
  const twice = twins === 'refused' ? [...times].find(([, count]) => count > 1) : undefined;
  return twice === undefined
    ? { rows: numbered, damage }
    : { problem: { code: 'twice', id: twice[0], times: twice[1] } };
}
