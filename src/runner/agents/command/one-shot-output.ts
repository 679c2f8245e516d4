import { cutEnd } from '#common/cut.ts';
import { MAX_LINE_BYTES } from '#process/flood.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import { type AgentLine, parseAgentLine } from '../turn/protocol.ts';
import { KEPT_BYTES, type TrialOutput } from './capture.ts';
import { hiddenAnswer } from './hidden-answer.ts';

/** A line that answers the turn. */
type Answer = Exclude<AgentLine, { kind: 'log' | 'ready' }>;

/** Standard output of a one-shot program: one answer in protocol among log lines, or plain text that is the answer. */
export interface OneShotOutput {
  chunk(bytes: Buffer): void;
  /** Takes a line of the chunks. */
  line(text: string): void;
  /** The first answer in protocol, `null` so far. */
  answer(): Answer | null;
  /** What is wrong with a line that contains an answer to the turn among other text; `null`: there is none. */
  hidden(): string | null;
  /** The whole output as text, without line breaks at its end; `null` if it is too long for an answer. */
  plainText(): string | null;
}

/** `onAnswer` is called once, at the first answer to the turn `id`; `onReady` when the program reports that it has started. */
export function createOneShotOutput(
  id: string,
  capture: TrialOutput,
  { onAnswer, onReady }: { readonly onAnswer: () => void; readonly onReady: () => void },
): OneShotOutput {
  let answer: Answer | null = null;
  /** Lines that are not part of the answer. */
  const ready: string[] = [];
  let hidden: string | null = null;
  /** The output while it may still be the answer as a whole, and its end, which is the log if it is not. */
  let whole: Buffer[] | null = [];
  let length = 0;
  const undecided = createTailBuffer(KEPT_BYTES);

  function decideForLog(): void {
    if (whole === null) return;
    whole = null;
    const text = undecided.text().trimEnd();
    if (text !== '') capture.log(text);
  }

  function log(line: Extract<AgentLine, { kind: 'log' }>, text: string): void {
    if (whole === null) {
      if (line.json) capture.unexpected(line.text);
      else capture.log(line.text);
    } else undecided.push(Buffer.from(`${text}\n`, 'utf8'));
  }

  return {
    chunk(bytes) {
      if (whole === null) return;
      whole.push(bytes);
      length += bytes.length;
      if (length > MAX_LINE_BYTES) decideForLog();
    },
    line(text) {
      const line = parseAgentLine(text, (other) => answer === null && other === id);
      if (line.kind === 'ready') {
        ready.push(text);
        onReady();
        return;
      }
      if (line.kind === 'log') {
        if (line.id !== null) decideForLog();
        else if (!line.json) hidden ??= hiddenAnswer(text, (other) => other === id, null)?.problem ?? null;
        log(line, text);
        return;
      }
      answer = line;
      decideForLog();
      if (line.kind === 'invalid') capture.log(cutEnd(text, 4096));
      onAnswer();
    },
    answer: () => answer,
    hidden: () => hidden,
    plainText: () =>
      whole === null ? null : without(ready, Buffer.concat(whole).toString('utf8')).replace(/[\r\n]+$/, ''),
  };
}

function without(lines: readonly string[], text: string): string {
  if (lines.length === 0) return text;
  const others = text.split('\n').filter((line) => !lines.includes(line.replace(/\r$/, '')));
  return others.join('\n');
}
