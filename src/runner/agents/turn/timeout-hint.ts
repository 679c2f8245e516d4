import { jsonOrUndefined } from '#common/json-text.ts';
import { lastLineWords } from './last-lines.ts';
import { ONE_INPUT } from './one-input.ts';
import type { TimedOut } from './reply.ts';

/**
 * Why no answer came in time, as far as known: a sentence that begins with the previous one's full stop, or nothing.
 *
 * @param calls model calls that were seen during the turn
 * @param log what the agent printed besides answers; untrusted
 */
export function timeoutHint(printed: TimedOut['printed'], calls: number, log: string): string {
  const last = printed === 'nothing' ? '' : lastLineWords(log);
  if (calls > 1 && printed !== 'stray_json')
    return `. ${calls} model calls were made in that time; if it is looping, limits.max_steps can end the turn${last}`;
  const oneInput = printed === 'at_end' || (printed === 'nothing' && calls === 0) ? `; ${ONE_INPUT}` : '';
  const hint = printed === 'text' && printsList(log) ? LIST : HINTS[printed];
  return `${hint}${oneInput}${last}`;
}

function printsList(log: string): boolean {
  const text = log.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return text.startsWith('[') && Array.isArray(jsonOrUndefined(text));
}

const LIST =
  '. It printed a JSON list, but an answer is one object on a line, with the "id" of the turn and "output" (or "messages" for a list of messages)';

/** What a silent worker may be waiting for, said before its time is over. */
export const SILENT =
  'the agent has printed nothing so far. That is fine while it loads or works on its first answer; a worker\'s input stays open, so a program that waits for its end needs "{input}" in agent.command, or mode: one-shot';

const HINTS: { readonly [printed in TimedOut['printed']]: string } = {
  nothing:
    '. It printed nothing at all: did you flush stdout? (flush=True in Python, fflush in C; a pipe is not a terminal)',
  at_end: '. It printed something only when its standard input was closed: a worker answers each line as it comes',
  text: '. It printed text, but no answer: one line of JSON (json.dumps in Python, JSON.stringify in JavaScript) with the "id" of the turn',
  unended: '. It printed text, but did not end: in one-shot mode a program ends when it has answered',
  elsewhere: '',
  stray_json: '. It printed JSON, but without the "id" of the turn: an answer must repeat the id of its turn',
};
