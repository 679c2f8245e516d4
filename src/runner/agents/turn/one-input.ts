import { lastLineWords } from './last-lines.ts';
import type { Exited } from './reply.ts';

/** Advice for a program that takes no turns as lines but runs as a worker. */
export const ONE_INPUT =
  'if it is a program that reads one input and exits, add "{input}" to agent.command, or set mode: one-shot';

/** What a worker printed that exited normally without an answer, and how to fix that; empty for any other end. */
export function oneInputHint({ code, printed }: Exited): string {
  if (code !== 0 || printed === undefined) return '';
  const text = printed.trim() === '' ? '' : `; it printed text, but no answer in protocol${lastLineWords(printed)}`;
  return `${text}; ${ONE_INPUT}`;
}
