import type { Reason, VerdictName } from './decision.ts';
import type { ReasonCode } from './reason-code.ts';

/** A reason together with the shorter words it has when it is the title. */
export interface Finding extends Reason {
  readonly headline: string;
}

/** What a sentence module gives: the long and the short form of one statement. */
export type Words = Pick<Finding, 'message' | 'headline'>;

/** Everything that is found of a run; what comes later has the last word. */
export interface Findings {
  /** Of the run itself and its gates. */
  readonly evidence: readonly Finding[];
  /** Of what a change does to the rules that it is judged by: an open question takes a pass away. */
  readonly base_rules: readonly Finding[];
  /** That a part of main's cases ran; where it leaves any of them out, its headline limits the title. */
  readonly selection: Finding | null;
  /** What outranks the numbers, each of them all before it. */
  readonly circumstances: readonly Circumstance[];
  /** What is to be known of the results whatever they show: closes the title. */
  readonly remark: string | null;
}

/** Something that decides in place of the numbers: its first finding is the verdict and the title. */
export interface Circumstance {
  readonly findings: readonly [Finding & { readonly outcome: VerdictName }, ...Finding[]];
  /** What becomes of all other findings: they stand beside it, are only notes now, or are not told. */
  readonly others: 'stand' | 'noted' | 'untold';
  /** Where the change fails anyway, that decides, and this is not told. */
  readonly spares_failures?: boolean;
}

/** Puts words to a rule's outcome. */
export function finding<Outcome extends Reason['outcome']>(
  reason: Pick<Reason, 'gate' | 'code'> & Partial<Pick<Reason, 'tag' | 'cases'>> & { readonly outcome: Outcome },
  words: Words | string,
): Finding & { readonly outcome: Outcome } {
  const both = typeof words === 'string' ? { message: words, headline: words } : words;
  const { outcome, gate, code, tag = null, cases = [] } = reason;
  return { outcome, gate, code, tag, cases, ...both };
}

/** A circumstance of one sentence, beside which everything else stands. */
export function circumstance(outcome: VerdictName, code: ReasonCode, message: string): Circumstance {
  return { findings: [finding({ outcome, gate: 'suite', code }, message)], others: 'stand' };
}
