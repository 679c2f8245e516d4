import { quotedValue } from '../found-value.ts';
import type { YamlProblem } from './yaml-problem.ts';

/** A line of a YAML text that begins with a key or with the dash of a list. */
interface KeyLine {
  readonly line: number;
  /** Columns of its dashes, from 1. */
  readonly dashes: readonly number[];
  /** Column of its key or text behind them; `null`: there is none. */
  readonly key: number | null;
  readonly name: string;
  /** Nothing follows on the line: its content is below, further to the right. */
  readonly opens: boolean;
}

/**
 * The first line up to `last` whose column fits no line above; `null`: there is none, or a quotation mark or bracket is open,
 * whose lines may begin anywhere. Only for texts that are not valid.
 */
export function wrongIndentation(text: string, last: number): YamlProblem | null {
  const lines = text.split('\n').slice(0, last);
  if (lines.some((line) => LEFT_OPEN.test(line))) return null;
  let open: KeyLine[] = [];
  let above: KeyLine | null = null;
  for (const line of keyLines(lines)) {
    open = open.filter((known) => startOf(known) <= startOf(line));
    if (above !== null && !fits(line, open, above)) return finding(line, above, open);
    open.push(line);
    above = line;
  }
  return null;
}

const LEFT_OPEN = /(?:^|[:,[{-])\s*(?:"[^"]*|'[^']*|\[[^\]]*|\{[^}]*)$/;

function startOf({ dashes, key }: KeyLine): number {
  return dashes[0] ?? key ?? 1;
}

/** A list may begin in the column of its key. */
function fits(line: KeyLine, open: readonly KeyLine[], above: KeyLine): boolean {
  const start = startOf(line);
  const end = above.key ?? above.dashes.at(-1) ?? 1;
  if (above.opens && start > end) return true;
  const isItem = line.dashes.length > 0;
  if (isItem && above.opens && above.key === start) return true;
  return open.some(({ dashes, key }) => (isItem ? dashes.includes(start) : key === start));
}

function finding(line: KeyLine, above: KeyLine, open: readonly KeyLine[]): YamlProblem {
  const isItem = line.dashes.length > 0;
  const isAlike = ({ dashes, key }: KeyLine) => (isItem ? dashes.length > 0 : key !== null);
  const neighbour = [...open, above].findLast(isAlike) ?? above;
  const column = (isItem ? neighbour.dashes[0] : neighbour.key) ?? startOf(neighbour);
  const mend = `begin it in column ${column} to put it next to ${quotedValue(neighbour.name)} of line ${neighbour.line}`;
  return {
    position: { line: line.line, column: startOf(line) },
    path: '',
    message: `not valid YAML: ${quotedValue(line.name)} begins in column ${startOf(line)}, which fits no line above; ${mend}`,
  };
}

const KEY_LINE =
  /^(?<indent> *)(?<dashes>(?:- +)*)(?:(?<key>[\w$.@/-]+|"[^"]*"|'[^']*')(?=:(?: |$))|(?<bare>-)$|(?<text>\S.*)?)/;

function* keyLines(lines: readonly string[]): Generator<KeyLine> {
  let block = Number.POSITIVE_INFINITY;
  for (const [index, raw] of lines.entries()) {
    const text = raw.trimEnd();
    const { indent = '', dashes: marks = '', key, bare } = KEY_LINE.exec(text)?.groups ?? {};
    const begin = indent.length + 1;
    if (text === '' || text.trimStart().startsWith('#') || begin > block) continue;
    block = Number.POSITIVE_INFINITY;
    if (key === undefined && bare === undefined && marks === '') continue;
    const behind = begin + marks.length;
    const dashes = [...marks.matchAll(/-/g)].map(({ index: at }) => begin + at);
    if (/[|>][-+\d]*$/.test(text)) block = dashes[0] ?? behind;
    yield {
      line: index + 1,
      dashes: bare === undefined ? dashes : [...dashes, behind],
      key: key === undefined ? null : behind,
      name: key ?? text.trim(),
      opens: bare !== undefined || text.endsWith(':'),
    };
  }
}
