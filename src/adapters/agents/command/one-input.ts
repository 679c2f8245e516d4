import { lastLine } from '../last-lines.ts';
import type { Exited } from '../reply.ts';

/** Advice for a program that takes no turns as lines and runs as a worker all the same. */
export const ONE_INPUT =
  'if it is a program that reads one input and exits, add "{input}" to agent.command, or set mode: one-shot';

/** What a worker printed that ended in good order without an answer, and how to mend that; empty for any other end. */
export function oneInputHint({ code, printed }: Exited): string {
  if (code !== 0 || printed === undefined) return '';
  const text = printed.trim() === '' ? '' : `; it printed text, but no answer in protocol${lastLine(printed)}`;
  return `${text}; ${ONE_INPUT}`;
}
