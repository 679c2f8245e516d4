/** A results file in parts: all but its cases, and each case. */
export interface SplitResults {
  /** The file with an empty list of cases. */
  readonly head: string;
  /** One for each case; '' stands for what is no case. */
  readonly cases: Iterable<string>;
}

/** What stands before the first line of cases. */
const OPENING = '"cases":[';
/** What stands after the last one, and after the trials of a case. */
export const CLOSING = ']}';

/**
 * Divides the bytes of a results file, which has a line per case, so that its cases can be read one by one: read at once, a file of 64 MB takes
 * several hundred. JSON has no line breaks inside a value that stands on one line, so parts that are each JSON are the whole.
 * `null`: the file is written in another way, read it whole.
 */
export function splitCases(bytes: Uint8Array): SplitResults | null {
  const opened = bytes.indexOf(LINE_BREAK);
  const closing = bytes.lastIndexOf(LINE_BREAK, bytes.length - 2);
  if (opened === -1 || closing < opened) return null;
  const head = decodeUtf8(bytes.subarray(0, opened));
  const end = decodeUtf8(bytes.subarray(closing + 1));
  if (head?.endsWith(OPENING) !== true || end?.trimEnd() !== CLOSING) return null;
  return { head: `${head}${CLOSING}`, cases: linesBetween(bytes, opened + 1, closing) };
}

function* linesBetween(bytes: Uint8Array, start: number, end: number): Generator<string> {
  for (let at = start; at < end; ) {
    const next = bytes.indexOf(LINE_BREAK, at);
    const isLast = next === end;
    if (isLast || bytes[next - 1] === COMMA) yield decodeUtf8(bytes.subarray(at, isLast ? next : next - 1), true) ?? '';
    else yield '';
    at = next + 1;
  }
}

/** `null`: they are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array, ignoreBOM = false): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    return null;
  }
}

const LINE_BREAK = 10;
const COMMA = 44;
