import type { Reason, ReasonOf, VerdictName } from './decision.ts';
import type { FactsOf, ReasonCode } from './reason-code.ts';

/** A reason before it is known what decides. */
export type Finding = Reason;

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
  /** The name of the default branch. */
  readonly main: string;
}

/** Something that decides instead of the numbers: its first finding is the verdict and the title. */
export interface Circumstance {
  readonly findings: readonly [Finding & { readonly outcome: VerdictName }, ...Finding[]];
  /** What happens to all other findings: they stay, become notes, or are dropped. */
  readonly others: 'stand' | 'noted' | 'dropped';
  /** If the change fails anyway, that decides, and this is dropped. */
  readonly spares_failures?: boolean;
}

/** Adds what is known to a rule's outcome. */
export function finding<Code extends ReasonCode, Outcome extends Reason['outcome']>(
  about: Pick<ReasonOf<Code>, 'gate' | 'code'> & Partial<Pick<Reason, 'tag' | 'cases'>> & { readonly outcome: Outcome },
  facts: FactsOf[Code],
): ReasonOf<Code> & { readonly outcome: Outcome } {
  const { outcome, gate, code, tag = null, cases = [] } = about;
  return { outcome, gate, code, tag, cases, facts };
}

/** Those findings that hold. */
export function stated(...findings: readonly (Finding | null | false)[]): readonly Finding[] {
  return findings.filter((item) => item !== null && item !== false);
}

/** The same as a note, which decides nothing. */
export function asNote(finding: Finding): Finding {
  return { ...finding, outcome: 'note' };
}

/** A circumstance next to which everything else stays. */
export function circumstance(finding: Circumstance['findings'][0]): Circumstance {
  return { findings: [finding], others: 'stand' };
}
