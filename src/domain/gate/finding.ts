import type { Reason } from './decision.ts';

/** A reason together with the shorter words it has when it is the title. */
export interface Finding extends Reason {
  readonly headline: string;
}

/** What a sentence module gives: the long and the short form of one statement. */
export type Words = Pick<Finding, 'message' | 'headline'>;

/** Puts words to a rule's outcome. */
export function finding(
  reason: Pick<Reason, 'outcome' | 'gate' | 'code'> & Partial<Pick<Reason, 'tag' | 'cases'>>,
  words: Words | string,
): Finding {
  const both = typeof words === 'string' ? { message: words, headline: words } : words;
  const { outcome, gate, code, tag = null, cases = [] } = reason;
  return { outcome, gate, code, tag, cases, ...both };
}
