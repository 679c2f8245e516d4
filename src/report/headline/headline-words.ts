/**
 * A report for a reader in a hurry: what happened, in words, before any number. All of it is plain text that may hold names of
 * cases, paths and messages from outside.
 */
export interface Headline {
  /** One line, with the verdict: `Agent eval failed: color-sky and capital-japan broke`. */
  readonly words: string;
  /** The same next to a sign of the verdict: `color-sky and capital-japan broke`. Whether an undecided run blocks stands here too. */
  readonly brief: string;
  /** What else it takes to understand that line; sentences in one line. Empty if there is nothing. */
  readonly sentence: string;
  /** Every further reason of the same verdict, in words. */
  readonly also: readonly string[];
  /** The same with its numbers, for those who read on; empty if the headline has them. */
  readonly numbers: readonly string[];
}

/** `Agent eval failed: color-sky broke`; next to a sign, `color-sky broke`. */
export function wordsWith(opening: string, brief: string): Pick<Headline, 'words' | 'brief'> {
  return { words: `${opening}: ${brief}`, brief };
}

/** A text with a full stop, unless it ends with one. */
export function stopped(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
