import { StringDecoder } from 'node:string_decoder';

/** Takes bytes as they come and gives whole lines. */
export type LineSplitter = { readonly write: (bytes: Buffer) => void; readonly end: () => void };

/**
 * Cuts a stream into lines as .NET's reader does for the runner: CR LF, LF and a lone CR all end a line, so a progress
 * bar's carriage return starts a line too.
 */
export function createLineSplitter(onLine: (line: string) => void): LineSplitter {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (text: string) => {
    const lines = (rest + text).split(LINE_END);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
  return {
    write: (bytes) => take(decoder.write(bytes)),
    end: () => {
      take(decoder.end());
      const last = rest.replace(/\r$/, '');
      if (rest !== '') onLine(last);
      rest = '';
    },
  };
}

/** A CR at the very end waits: its LF may come with the next bytes. */
const LINE_END = /\r\n|\n|\r(?!$)/;
