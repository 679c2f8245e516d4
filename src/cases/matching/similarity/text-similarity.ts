import { distance } from 'fastest-levenshtein';
import { bleu } from './bleu.ts';
import { answerWords, commonLength, countItems, countShared, fMeasure, rougeWords } from './words.ts';

/** Measures of similarity that need no model. */
export const TEXT_MEASURES = ['rouge_1', 'rouge_l', 'bleu', 'levenshtein', 'token_f1'] as const;

/** One of them. */
export type TextMeasure = (typeof TEXT_MEASURES)[number];

/** Only the beginning of a longer answer is compared: more could take minutes. */
const LONGEST_COMPARED = 100_000;

/**
 * How similar an answer is to a reference text, 0–1; to the nearest of several references, except that BLEU takes them together.
 * An answer without a word is similar to none.
 */
export function textSimilarity(measure: TextMeasure, references: readonly string[], answer: string): number {
  const compared = answer.slice(0, LONGEST_COMPARED).toWellFormed();
  if (measure === 'bleu') return bleu(references, compared);
  return Math.max(0, ...references.map((reference) => PAIRWISE[measure](reference, compared)));
}

/** Whether a reference has anything that a measure compares. */
export function hasComparableText(measure: TextMeasure, reference: string): boolean {
  return textSimilarity(measure, [reference], reference) > 0;
}

type Pairwise = (reference: string, answer: string) => number;

const PAIRWISE: Readonly<Record<Exclude<TextMeasure, 'bleu'>, Pairwise>> = {
  /** F-measure of the words that both have. */
  rouge_1: (reference, answer) => overlap(rougeWords(reference), rougeWords(answer)),
  /** F-measure of the longest sequence of words that both have in the same order. */
  rouge_l(reference, answer) {
    const [referenceWords, words] = [rougeWords(reference), rougeWords(answer)];
    return fMeasure(commonLength(referenceWords, words), words.length, referenceWords.length);
  },
  /** 1 − edit distance ÷ length of the longer text, in characters (code points). */
  levenshtein(reference, answer) {
    const [referenceCharacters, characters] = [[...reference.normalize('NFC')], [...answer.normalize('NFC')]];
    const longest = Math.max(referenceCharacters.length, characters.length);
    return longest === 0 ? 0 : 1 - editDistance(referenceCharacters, characters) / longest;
  },
  token_f1: (reference, answer) => overlap(answerWords(reference), answerWords(answer)),
};

/** The package compares UTF-16 units: each character of the reference gets a unit of its own, all others share one. */
function editDistance(reference: readonly string[], characters: readonly string[]): number {
  const units = new Map([...new Set(reference)].map((character, index) => [character, index + 1]));
  const text = (all: readonly string[]) => all.map((item) => String.fromCharCode(units.get(item) ?? 0)).join('');
  return distance(text(reference), text(characters));
}

function overlap(reference: readonly string[], answer: readonly string[]): number {
  return fMeasure(countShared(countItems(reference), countItems(answer)), answer.length, reference.length);
}
