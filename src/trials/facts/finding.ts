/** What a check finds, in words. */
export interface CheckFinding {
  /** How much of what is demanded holds: `2 of 3 fields as expected`; `null`: nothing was counted. */
  readonly count: string | null;
  /** What is wrong, or what was seen; `null`: the count says all. */
  readonly detail: string | null;
  /** What a program printed besides that, on lines of its own. */
  readonly more?: string;
}

/** All of it. */
export function sentenceOf({ count, detail, more }: CheckFinding): string {
  return [count, detail, more ?? null].filter((part) => part !== null).join('; ');
}

/** Characters of a list in a sentence. */
export const LONGEST_LIST = 119;

/** The end of a sentence about two texts that only typesetting tells apart. */
export function typography({ typographic }: { readonly typographic?: true }): string {
  return typographic === true ? ONLY_TYPOGRAPHY : '';
}

const ONLY_TYPOGRAPHY =
  '; only typography tells them apart (the form of quotation marks, spaces, line breaks or hyphens, or invisible characters)';
