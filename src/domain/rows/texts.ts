import { cutEnd } from '#domain/cut.ts';

/** A message of a runner without the stack that follows it, in a bounded length. */
export function firstMessage(text: string): string {
  const [message = ''] = text.split(/\n\s+(?:at |❯ )/);
  return cutEnd(message.trim(), LONGEST_MESSAGE);
}

const LONGEST_MESSAGE = 2_000;
