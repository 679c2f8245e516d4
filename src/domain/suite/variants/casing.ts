import { changeWords } from './changed-words.ts';

/** A text in lower case, in upper case, and from the third time on each word as chance has it. */
export function withCasing(text: string, guarded: ReadonlySet<string>, number: number, random: () => number): string {
  const lower = (word: string) => word.toLowerCase();
  const upper = (word: string) => word.toUpperCase();
  const either = (word: string) => (random() < 0.5 ? lower(word) : upper(word));
  return changeWords(text, guarded, number === 1 ? lower : number === 2 ? upper : either);
}
