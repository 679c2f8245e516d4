import { foldText, foldTypography } from '#cases/matching/texts/fold-text.ts';

/** The phrases that occur in an answer (Unicode NFC, whatever its typesetting; ignoring case by default). */
export function findPhrases(phrases: readonly string[], answer: string, caseSensitive: boolean): readonly string[] {
  const [typeset, plain] = [foldText(answer, caseSensitive), foldText(foldTypography(answer), caseSensitive)];
  return phrases.filter((phrase) => {
    const folded = foldText(foldTypography(phrase), caseSensitive);
    return (folded !== '' && plain.includes(folded)) || typeset.includes(foldText(phrase, caseSensitive));
  });
}
