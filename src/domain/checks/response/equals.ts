import { fails, holds } from '../judgement.ts';
import { shown } from '../shown.ts';
import type { ResponsePart } from './response-part.ts';

/** The answer is this text, after Unicode NFC and without surrounding white space; always case-sensitive. Score: 1 or 0. */
export const equalsPart: ResponsePart = {
  name: 'equals',
  demanded: ({ equals }) => equals !== null,
  judge: ({ equals }, answer, noun = 'the answer') => {
    const [expected, actual] = [bare(equals ?? ''), bare(answer)];
    if (actual === expected) return holds(1, `${noun} is the expected text`);
    const at = firstDifference(expected, actual);
    return fails(
      'not_equal',
      0,
      `differs at character ${at + 1}: expected ${near(expected, at)}, got ${near(actual, at)}`,
    );
  },
};

function bare(text: string): string {
  return text.normalize('NFC').trim();
}

function firstDifference(expected: string, actual: string): number {
  let at = 0;
  while (at < expected.length && expected.charAt(at) === actual.charAt(at)) at++;
  return at;
}

/** The text from shortly before the difference. */
function near(text: string, at: number): string {
  const start = Math.max(0, at - LEAD);
  return shown(`${start > 0 ? '…' : ''}${text.slice(start)}`);
}

const LEAD = 30;
