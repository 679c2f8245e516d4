/** A reason in words. */
export interface ReasonWords {
  /** The verdict that begins its sentence, for readers who don't see it elsewhere: `can't tell: …`. Absent: none. */
  readonly opening?: Opening;
  /** The few words of a title. */
  readonly headline: string;
  /** The whole sentence part, which says the same and more. */
  readonly message: string;
  /** What it says more, for readers who have seen the title. */
  readonly evidence: string;
  /** The message without p-values, for readers in a hurry; absent: it has none. */
  readonly plain?: string;
}

/** What a sentence may begin with. */
export type Opening = "can't tell" | 'not evaluated';

/** The separator between a title and its evidence. */
type Joint = '; ' | ': ' | ', ' | ' (';

/** A title and what there is to add: `headline; evidence`, or `headline (evidence)`. */
export function withEvidence(headline: string, joint: Joint, evidence: string): ReasonWords {
  return { headline, message: `${headline}${joint}${evidence}${joint === ' (' ? ')' : ''}`, evidence };
}

/** A sentence that is its own title. */
export function alone(message: string): ReasonWords {
  return { headline: message, message, evidence: '' };
}

/** An open question, whose sentence begins with `can't tell`. */
export function undecided(words: ReasonWords): ReasonWords {
  return { ...words, opening: "can't tell" };
}

/** Why nothing was evaluated, which its sentence begins with. */
export function notEvaluated(message: string): ReasonWords {
  return { ...alone(message), opening: 'not evaluated' };
}
