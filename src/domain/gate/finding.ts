import type { Reason, VerdictName } from './decision.ts';
import type { ReasonCode } from './reason-code.ts';

/** A reason with the shorter words for a title. */
export interface Finding extends Reason {
  readonly headline: string;
}

/** The long and the short form of one statement. */
export type Words = Pick<Finding, 'message' | 'headline'>;

/** All findings of a run; later groups take precedence. */
export interface Findings {
  /** About the run itself and its gates. */
  readonly evidence: readonly Finding[];
  /** About what a change does to its own rules: an open question prevents a pass. */
  readonly base_rules: readonly Finding[];
  /** That only a part of main's cases ran; if it leaves any of them out, its headline limits the title. */
  readonly selection: Finding | null;
  /** What outranks the numbers, each of them all before it. */
  readonly circumstances: readonly Circumstance[];
  /** A general remark on the results; the end of the title. */
  readonly remark: string | null;
}

/** Something that decides instead of the numbers: its first finding is the verdict and the title. */
export interface Circumstance {
  readonly findings: readonly [Finding & { readonly outcome: VerdictName }, ...Finding[]];
  /** What happens to all other findings: they stay, become notes, or are dropped. */
  readonly others: 'stand' | 'noted' | 'untold';
  /** If the change fails anyway, that decides, and this is dropped. */
  readonly spares_failures?: boolean;
}

/** Adds words to a rule's outcome. */
export function finding<Outcome extends Reason['outcome']>(
  reason: Pick<Reason, 'gate' | 'code'> & Partial<Pick<Reason, 'tag' | 'cases'>> & { readonly outcome: Outcome },
  words: Words | string,
): Finding & { readonly outcome: Outcome } {
  const both = typeof words === 'string' ? { message: words, headline: words } : words;
  const { outcome, gate, code, tag = null, cases = [] } = reason;
  return { outcome, gate, code, tag, cases, ...both };
}

/** The same as a note, which decides nothing. */
export function asNote(found: Finding): Finding {
  return { ...found, outcome: 'note' };
}

/** A circumstance of one sentence, beside which everything else stays. */
export function circumstance(outcome: VerdictName, code: ReasonCode, message: string): Circumstance {
  return { findings: [finding({ outcome, gate: 'suite', code }, message)], others: 'stand' };
}
