import { foldText } from '#domain/matching/fold-text.ts';

/** The phrases that occur in an answer (Unicode NFC; ignoring case by default). */
export function findPhrases(phrases: readonly string[], answer: string, caseSensitive: boolean): readonly string[] {
  const folded = foldText(answer, caseSensitive);
  return phrases.filter((phrase) => folded.includes(foldText(phrase, caseSensitive)));
}
