import * as z from 'zod';
import { hasComparableText, type TextMeasure } from '#cases/matching/similarity/text-similarity.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { rateSchema } from '#common/document/rate.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { SimilarExpectation, SimilarityMeasure } from '../expectation.ts';

const LONGEST_REFERENCE = 20_000;
const MOST_REFERENCES = 20;

const reference = z
  .string({ error: expected('a text, or a list of texts') })
  .max(LONGEST_REFERENCE)
  .refine((text) => text.trim() !== '', 'an empty text is similar to nothing; write the text to compare with');

const references = z
  .union([reference, z.array(reference).min(1).max(MOST_REFERENCES)], { error: expected('a text, or a list of texts') })
  .describe('The text to be similar to, or several: the nearest one counts');

const least = strictMapping({
  min: rateSchema
    .refine((rate) => rate > 0, 'every answer reaches 0; write the similarity (above 0, at most 1) that is needed')
    .describe('The similarity (0–1) that the answer must reach'),
}).exactOptional();

const MEASURES = {
  rouge_1: least.describe('ROUGE-1: F-measure of the words that both texts have'),
  rouge_l: least.describe('ROUGE-L: F-measure of the longest sequence of words that both have in the same order'),
  bleu: least.describe('BLEU of up to four words in a row, for one sentence'),
  levenshtein: least.describe('1 − edit distance ÷ length of the longer text, in characters'),
  token_f1: least.describe('F1 of the words that both texts have, as in SQuAD: without articles and punctuation'),
  embedding: least.describe('Cosine of the embeddings of both texts, by the model that the config names'),
} satisfies Readonly<Record<SimilarityMeasure, z.ZodType>>;

const NAMES = Object.keys(MEASURES);

/** `similar:` under `response`: the texts to be similar to, and how similar by each measure. */
export const similarSchema = strictMapping(
  { to: references, ...MEASURES },
  {
    metric: 'the measure is a key of its own: write `rouge_l: {min: 0.5}`',
    min: 'belongs to a measure: write `rouge_l: {min: 0.5}`',
    threshold: 'belongs to a measure, as `min`: write `rouge_l: {min: 0.5}`',
    value: 'the text to compare with is named `to`',
    rouge_n: 'ROUGE of single words is named `rouge_1`, of sequences `rouge_l`',
    cosine: 'the cosine of embeddings is named `embedding`',
  },
  'a mapping such as {to: "Your refund is on its way", rouge_l: {min: 0.5}}',
)
  .superRefine(contradictions(similarContradictions), ALWAYS)
  .transform(({ to, ...measures }): SimilarExpectation => {
    const min = Object.fromEntries(Object.entries(measures).map(([measure, { min }]) => [measure, min]));
    return { to: typeof to === 'string' ? [to] : to, min };
  });

function similarContradictions(mapping: UncheckedMapping): readonly Contradiction[] {
  const measures = NAMES.filter((name) => name in mapping);
  if (measures.length === 0) return [[null, `names no measure; write at least one of ${NAMES.join(', ')}`]];
  const texts = [mapping['to']].flat().filter((text) => typeof text === 'string' && text.trim() !== '');
  return measures.filter(isTextMeasure).flatMap((measure): readonly Contradiction[] => {
    const bare = texts.find((text) => typeof text === 'string' && !hasComparableText(measure, text));
    return bare === undefined
      ? []
      : [
          [
            measure,
            `${JSON.stringify(bare)} has no word that ${measure} compares; write another text, or another measure`,
          ],
        ];
  });
}

function isTextMeasure(name: string): name is TextMeasure {
  return name !== 'embedding';
}
