import type { FileReading } from '../found-test.ts';
import { type Accounts, balance, type Round } from '../ledger.ts';
import { OutsideError } from '../paths.ts';
import { RESULT_FORMATS, type ResultFormat } from '../result-formats.ts';
import type { Damage, RowsPlace } from '../row.ts';
import { adkFormat } from './adk.ts';
import { ctrfFormat } from './ctrf.ts';
import { deepevalFormat } from './deepeval.ts';
import { evaliteFormat } from './evalite.ts';
import { inspectFormat } from './inspect.ts';
import { damaged, type Format } from './json-format.ts';
import { jsonLinesFormat } from './json-lines.ts';
import { junitFormat } from './junit.ts';
import { mappedFormat } from './mapped-rows.ts';
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
  rows: mappedFormat,
};

/** What ends with 0 whatever its tests say: Inspect, evalite but for a threshold of its own, and many a script. */
const END_WITH_0: ReadonlySet<ResultFormat> = new Set(['evalite', 'inspect', 'jsonl', 'rows']);

/**
 * Reads what a runner wrote in one round, in a file or several, and says whether it counts.
 *
 * @param names of the files, which a place in one is told with; empty: nobody knows it by its name
 */
export function readRound(
  format: ResultFormat,
  texts: readonly string[],
  place: RowsPlace,
  accounts: Omit<Accounts, 'ends_with_0'>,
  names: readonly string[] = [],
): Round {
  const files = texts.map((text, at) => {
    const read = readAs(format, text, place);
    const misfit = read?.damage?.find((each) => each.code === 'other_format');
    if (read !== null && misfit === undefined)
      return { ...read, name: names[at], damage: read.damage?.map((each) => placedIn(names[at] ?? '', each)) ?? [] };
    const actual = formatOf(text, place);
    return damaged({ ...(actual === null && misfit), code: 'other_format', actual, format });
  });
  const rows = files.reduce((sum, { tests }) => sum + tests.length, 0);
  if (rows > MOST_ROWS) return { kind: 'void', damage: [{ code: 'too_many_rows', most: MOST_ROWS }] };
  return balance(files, { ...accounts, ends_with_0: END_WITH_0.has(format) });
}

const MOST_ROWS = 20_000;

function placedIn(name: string, damage: Damage): Damage {
  if (name === '') return damage;
  if (damage.code === 'bad_row') return { ...damage, row: `${name}, ${damage.row}` };
  return damage.code === 'cut' ? { ...damage, problem: `${name}: ${damage.problem}` } : damage;
}

/** `null`: it is of another format. */
function readAs(format: ResultFormat, text: string, place: RowsPlace): FileReading | null {
  try {
    return FORMATS[format](text.replace(/^\ufeff/, ''), place);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return damaged({ code: 'outside', path: error.message });
  }
}

function formatOf(text: string, place: RowsPlace): ResultFormat | null {
  return (
    RESULT_FORMATS.find((name) => {
      if (name === 'jsonl') return false;
      const read = readAs(name, text, place);
      return read !== null && read.damage?.some(({ code }) => code === 'cut' || code === 'other_format') !== true;
    }) ?? null
  );
}
