import type * as z from 'zod';
import { isJsonObject, type Json } from '#common/json.ts';
import { keysOf } from '#common/keyed.ts';
import { OutsideError } from '../paths.ts';
import type { Row, RowsPlace, RowsReading } from '../row.ts';
import { adkFormat } from './adk.ts';
import { ctrfFormat } from './ctrf.ts';
import { deepevalFormat } from './deepeval.ts';
import { evaliteFormat } from './evalite.ts';
import { inspectFormat } from './inspect.ts';
import type { JsonFormat, Twins } from './json-format.ts';
import { readJsonLines } from './json-lines.ts';
import { readJunit } from './junit.ts';
import { promptfooFormat } from './promptfoo.ts';
import { pytestFormat } from './pytest.ts';
import { vitestFormat } from './vitest.ts';

/** How the text of one runner is read. */
interface Format {
  readonly twins: Twins;
  /** `null`: it is of another format. */
  read(text: string, place: RowsPlace): RowsReading | null;
}

/** In the order in which a file of another one is recognised. */
const FORMATS = {
  vitest: json(vitestFormat),
  pytest: json(pytestFormat),
  junit: {
    twins: 'refused',
    read: (text, place) => (text.trimStart().startsWith('<') ? readJunit(text, place) : null),
  },
  jsonl: {
    twins: 'repeats',
    read: (text, place) =>
      /^\s*[<[]|^\s*\{\s*$/.test(text.slice(0, 200).split('\n')[0] ?? '') ? null : readJsonLines(text, place),
  },
  promptfoo: json(promptfooFormat),
  evalite: json(evaliteFormat),
  inspect: json(inspectFormat),
  ctrf: json(ctrfFormat),
  adk: json(adkFormat),
  deepeval: json(deepevalFormat),
} as const satisfies { readonly [name: string]: Format };

/** The name of a runner whose results are read, as `suite.results` says it. */
export type ResultFormat = keyof typeof FORMATS;

/** All of them. */
export const RESULT_FORMATS = keysOf(FORMATS);

/** Reads what a runner wrote. A file of another runner is a problem that names it. */
export function readRows(format: ResultFormat, text: string, place: RowsPlace): RowsReading {
  const read = readAs(format, text, place);
  if (read === null) return { problem: { code: 'other_format', found: formatOf(text, place), format } };
  if ('problem' in read) return read;
  if (read.rows.length > MOST_ROWS) return { problem: { code: 'too_many_rows', most: MOST_ROWS } };
  return withOwnNames(read, FORMATS[format].twins);
}

const MOST_ROWS = 20_000;

/** `null`: it is of another format. */
function readAs(format: ResultFormat, text: string, place: RowsPlace): RowsReading | null {
  try {
    return FORMATS[format].read(text, place);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { problem: { code: 'outside', path: error.path } };
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

function json<Schema extends z.ZodType>({ schema, twins, read }: JsonFormat<Schema>): Format {
  return {
    twins,
    read(text, place) {
      if (text.trimStart().startsWith('<')) return null;
      try {
        const value: Json = JSON.parse(text);
        const file = isJsonObject(value) ? schema.safeParse(value) : null;
        return file?.success === true ? read(file.data, place) : null;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return { rows: [], damage: [{ code: 'cut', problem: error.message }] };
      }
    },
  };
}

/** Rows of one name are different tests, or a mistake, where they are not repeats. */
function withOwnNames({ rows, damage }: Exclude<RowsReading, { problem: unknown }>, twins: Twins): RowsReading {
  if (twins === 'repeats') return { rows, damage };
  const times = new Map<string, number>();
  const named = rows.map((row): Row => {
    const time = (times.get(row.id) ?? 0) + 1;
    times.set(row.id, time);
    return time === 1 ? row : { ...row, id: `${row.id}.${time}` };
  });
  const twice = twins === 'refused' ? [...times].find(([, count]) => count > 1) : undefined;
  return twice === undefined ? { rows: named, damage } : { problem: { code: 'twice', id: twice[0], times: twice[1] } };
}
