import type { RecordNotes } from './record-notes.ts';

/** Whether model calls of an agent came through the recorder so far; `null`: nothing is recorded. */
export function callsSeen(notes: Pick<RecordNotes, 'seesCalls'> | null): boolean | null {
  return notes === null ? null : notes.seesCalls();
}

/**
 * What a crash may have to do with calls that go past the recorder: a sentence part that begins with its semicolon, or nothing.
 *
 * @param seen see {@link callsSeen}
 * @param text what the agent said of its end; untrusted, and only searched
 */
export function strayCalls(seen: boolean | null, text: string): string {
  if (!LOOKS_ASTRAY.test(text)) return '';
  if (seen === false) return NONE_CAME_THROUGH;
  return seen === null ? NOT_RECORDED : PAST_THE_RECORDER;
}

/** A host that is not found, and a key that is refused or missing; 401 is no line of a program, and no part of `F401`. */
const LOOKS_ASTRAY =
  /\b(?:ENOTFOUND|EAI_AGAIN|getaddrinfo|Name or service not known|nodename nor servname)\b|agent-eval-dummy-key|(?<![\w.]|\bline )401\b(?!:\d)|\b(?:invalid_api_key|APIConnectionError|fetch failed|authentication_error|AuthenticationError)\b|api[_ ]?key\b.{0,60}\b(?:missing|must be set|not set|required|incorrect|invalid)|(?:incorrect|invalid|missing)\b.{0,20}\bapi[-_ ]?key/i;

const TROUBLE = 'a host was not found, or a key was missing or refused: if that was in a call of its model,';

const LEADS = '`record: {preload: true}` sends the calls of clients that read none there';

const NONE_CAME_THROUGH = `; no model call came through the recorder: does its client read OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST? ${LEADS} (agent.record)`;

const PAST_THE_RECORDER = `; ${TROUBLE} it went past the recorder: that client reads no OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST, and ${LEADS}`;

const NOT_RECORDED = `; ${TROUBLE} write \`record: true\` under agent: its calls then go through the recorder, which has the key`;
