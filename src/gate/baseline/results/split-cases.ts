/** A results file in parts: all but its cases, and the text of each case. */
export interface SplitResults {
  /** The file with an empty list of cases. */
  readonly head: string;
  readonly cases: Iterable<string>;
}

/** What stands before the first line of cases, and after the last one. */
const OPENING = '"cases":[';
export const CLOSING = ']}';

/**
 * Divides the text of a results file, which has a line per case, so that its cases can be read one by one: parsed at once, a file of 64 MB
 * takes several hundred. JSON has no line breaks inside a value that stands on one line, so parts that are each JSON are the whole.
 * `null`: the text is written in another way, read it whole.
 */
export function splitCases(text: string): SplitResults | null {
  const opened = text.indexOf('\n');
  const closing = text.lastIndexOf(`\n${CLOSING}`);
  const head = text.slice(0, Math.max(opened, 0));
  if (!head.endsWith(OPENING) || closing < opened || text.slice(closing).trimEnd() !== `\n${CLOSING}`) return null;
  return { head: `${head}${CLOSING}`, cases: linesBetween(text, opened + 1, closing) };
}

function* linesBetween(text: string, start: number, end: number): Generator<string> {
  for (let at = start; at < end; ) {
    const next = text.indexOf('\n', at);
    const isLast = next === end;
    // A line without its comma, or a last one with a comma, is no JSON as a whole.
    if (!isLast && text[next - 1] !== ',') yield '';
    yield text.slice(at, isLast ? next : next - 1);
    at = next + 1;
  }
}
