import papaparse from 'papaparse';
import { cutEnd } from '#common/cut.ts';
import type { Json } from '#common/json.ts';
import { plural } from '#common/words.ts';
import { type Issue, lineIssue } from '../issue.ts';
import type { ParsedDocument, Position } from '../parsed-document.ts';

/**
 * Reads comma-separated values (RFC 4180), or such with `;`, tabs or `|`: one document, the list of the rows as mappings from the
 * names of the first line to texts. Every value has the place where its row begins. A row with too many or too few values is
 * broken; blank lines are not rows.
 */
export function parseCsv(
  text: string,
  file: string,
): { readonly documents: readonly ParsedDocument[]; readonly issues: readonly Issue[] } {
  const lines = linesOf(text);
  const rows: { readonly line: number; readonly values: readonly string[] }[] = [];
  const issues: Issue[] = [];
  const report = (line: number, message: string) => issues.push(lineIssue({ file, line }, '', message));
  let start = 0;
  papaparse.parse(text, {
    delimiter: delimiterOf(text),
    step({ data, errors, meta }) {
      const line = lines(firstCharacter(text, start));
      start = meta.cursor;
      const wrong = errors.find(({ code }) => code.endsWith('Quotes'));
      if (wrong !== undefined) report(line, `not valid CSV: ${wrong.message}; double a quote inside quotes`);
      else if (data.some((value) => value.trim() !== '')) rows.push({ line, values: data });
    },
  });
  const [header, ...others] = rows;
  if (header === undefined) return { documents: [], issues };
  const names = header.values.map((name) => name.trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index);
  if (twice !== undefined)
    report(header.line, `the column ${JSON.stringify(cutEnd(twice, 60))} is there twice; rename or remove one`);
  const sound = others.filter(({ line, values }) => {
    const isSound = values.length === names.length;
    if (!isSound) report(line, `${plural(values.length, 'value')} for ${plural(names.length, 'column')}; ${QUOTES}`);
    return isSound;
  });
  const value: Json = sound.map(({ values }) => mappingOf(names, values));
  const locate = ([index]: readonly (string | number)[]): Position => ({
    line: sound[Number(index ?? -1)]?.line ?? header.line,
    column: 1,
  });
  return { documents: [{ file, value, locate, locateKey: locate }], issues };
}

const QUOTES = 'put values with commas, quotes or line breaks in double quotes';

function mappingOf(names: readonly string[], values: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name, index) => (name === '' ? [] : [[name, values[index] ?? '']])));
}

/**
 * What separates most names in the first line. A guess by all lines would need three columns, and a last line break is one more
 * row to it.
 */
function delimiterOf(text: string): string {
  const header = text.replace(/^(?:[ \t]*\r?\n)+/, '');
  const columns = (delimiter: string) => papaparse.parse(header, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  return DELIMITERS.reduce((best, delimiter) => (columns(delimiter) > columns(best) ? delimiter : best));
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The first character of a row behind blank lines. */
function firstCharacter(text: string, from: number): number {
  const offset = text.slice(from).search(/\S/);
  return offset === -1 ? from : from + offset;
}

/** The line (from 1) of an offset; offsets must not go back. */
function linesOf(text: string): (offset: number) => number {
  let [line, seen] = [1, 0];
  return (offset) => {
    for (; seen < offset; seen++) if (text[seen] === '\n') line++;
    return line;
  };
}
