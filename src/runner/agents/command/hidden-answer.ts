import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';

/** An answer that shares its line with other text, so the line can't be parsed. */
export interface HiddenAnswer {
  /** The turn that it answers. */
  readonly id: string;
  /** A sentence part with the other text, which is untrusted. */
  readonly problem: string;
}

/** Looks for an answer to a pending turn inside a log line. A turn that the program printed as it came in is no answer. */
export function hiddenAnswer(line: string, isPending: (id: string) => boolean): HiddenAnswer | null {
  const end = line.lastIndexOf('}') + 1;
  if (end === 0 || !line.includes('"id"')) return null;
  let start = line.indexOf('{');
  for (let tries = 0; start !== -1 && tries < MOST_TRIES; tries += 1) {
    const value = jsonOrUndefined(line.slice(start, end));
    if (isJsonObject(value)) {
      const id = value['id'];
      const isMeant = typeof id === 'string' && isPending(id) && looksLikeAnswer(value);
      return isMeant ? { id, problem: problemOf(line.slice(0, start), line.slice(end)) } : null;
    }
    start = line.indexOf('{', start + 1);
  }
  return null;
}

/** Most positions at which the answer is tried; text with many braces is not searched further. */
const MOST_TRIES = 20;

function looksLikeAnswer(value: JsonObject): boolean {
  const type = value['type'] ?? 'result';
  if (type === 'error') return true;
  return type === 'result' && ['output', 'messages', 'tool_calls', 'plan'].some((field) => field in value);
}

function problemOf(before: string, after: string): string {
  if (before.trim() === '[' && /^\s*[\],]/.test(after))
    return 'the answer is in a JSON list; print its object alone on the line, without [ and ]';
  const [text, where] = before.trim() === '' ? [after, 'after'] : [before, 'before'];
  return `there is other text ${where} the JSON on the same line: ${JSON.stringify(cutEnd(text.trim(), 200))}; print the answer on a line of its own, and logs to standard error`;
}
