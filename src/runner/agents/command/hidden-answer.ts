import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { resultFieldsSchema } from '../result/result-fields.ts';

/** An answer that can't be taken: it shares its line with other text, or does not say which turn it answers. */
export interface HiddenAnswer {
  /** The turn that it answers. */
  readonly id: string;
  /** A sentence part, with the other text, which is untrusted. */
  readonly problem: string;
}

/**
 * Looks for an answer to a pending turn in a line that answers none. A turn that the program printed as it came in is no answer.
 *
 * @param unanswered the pending turn, if there is one only and the agent has answered none before: an answer without an `id` is meant for it
 */
export function hiddenAnswer(
  line: string,
  isPending: (id: string) => boolean,
  unanswered: string | null,
): HiddenAnswer | null {
  const end = line.lastIndexOf('}') + 1;
  if (end === 0) return null;
  let start = line.indexOf('{');
  for (let tries = 0; start !== -1 && tries < MOST_TRIES; tries += 1) {
    const value = jsonOrUndefined(line.slice(start, end));
    if (isJsonObject(value)) {
      const [before, after] = [line.slice(0, start), line.slice(end)];
      const id = value['id'];
      if (typeof id === 'string')
        return isPending(id) && looksLikeAnswer(value) ? { id, problem: problemOf(before, after) } : null;
      const isWhole = before.trim() === '' && after.trim() === '';
      return unanswered !== null && isWhole && lacksOnlyId(value) ? { id: unanswered, problem: NO_ID } : null;
    }
    start = line.indexOf('{', start + 1);
  }
  return null;
}

const NO_ID = 'the answer lacks the "id" of the turn; a worker repeats it, {"id": turn.id, "output": …}';

/** Most positions at which the answer is tried; text with many braces is not searched further. */
const MOST_TRIES = 20;

function looksLikeAnswer(value: JsonObject): boolean {
  const type = value['type'] ?? 'result';
  if (type === 'error') return true;
  return type === 'result' && ['output', 'messages', 'tool_calls', 'plan'].some((field) => field in value);
}

/** A line of a log may have an `output` too, but other fields beside it. */
function lacksOnlyId(value: JsonObject): boolean {
  return (
    looksLikeAnswer(value) &&
    Object.keys(value).every((key) => key === 'type' || Object.hasOwn(resultFieldsSchema.shape, key))
  );
}

function problemOf(before: string, after: string): string {
  if (before.trim() === '[' && /^\s*[\],]/.test(after))
    return 'the answer is in a JSON list; print its object alone on the line, without [ and ]';
  const [text, where] = before.trim() === '' ? [after, 'after'] : [before, 'before'];
  return `there is other text ${where} the JSON on the same line: ${JSON.stringify(cutEnd(text.trim(), 200))}; print the answer on a line of its own, and logs to standard error`;
}
