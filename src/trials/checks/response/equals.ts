import { isTypographic } from '#cases/matching/is-typographic.ts';
import { fails, holds } from '../terms/judgement.ts';
import { shownValue } from '../terms/shown.ts';
import type { ResponsePart } from './response-part.ts';

/** The answer is this text, after Unicode NFC and without surrounding white space; always case-sensitive. Score: 1 or 0. */
export const equalsPart: ResponsePart = {
  name: 'equals',
  demanded: ({ equals }) => equals !== null,
  judge: ({ equals }, answer) => {
    const [expected, actual] = [bare(equals ?? ''), bare(answer)];
    if (actual === expected) return holds(1, { kind: 'equal_text', difference: null });
    const at = firstDifference(expected, actual);
    const typographic = isTypographic(expected, actual) && ({ typographic: true } as const);
    const difference = { at, expected: near(expected, at), actual: near(actual, at), ...typographic };
    return fails('not_equal', 0, { kind: 'equal_text', difference });
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
  return shownValue(`${start > 0 ? '…' : ''}${text.slice(start)}`);
}

const LEAD = 30;
