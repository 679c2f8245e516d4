import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine } from '#cases/matching/similarity/cosine.ts';
import { hasComparableText, TEXT_MEASURES, textSimilarity } from '#cases/matching/similarity/text-similarity.ts';
import { commonLength } from '#cases/matching/similarity/words.ts';
import { always } from '#test/support/always.ts';

/** ROUGE-1, ROUGE-L, BLEU, Levenshtein and F1 by rouge-score, sacrebleu, rapidfuzz and SQuAD's script. */
const PUBLISHED: readonly [reference: string, answer: string, values: readonly number[]][] = [
  [
    'The refund of $19.99 was sent to your card.',
    'A refund of $19.99 has been sent, to your card!',
    [0.761904761905, 0.761904761905, 0.289178493323, 0.765957446809, 0.823529411765],
  ],
  [
    'the cat is on the mat',
    'the the the cat mat on',
    [0.833333333333, 0.5, 0.204124145232, 0.363636363636, 0.857142857143],
  ],
  [
    'Your order A-89268 ships on 2026-01-02, at 5pm.',
    'Order A-89268 will ship on 2026-01-02.',
    [0.7, 0.7, 0.377733118683, 0.574468085106, 0.571428571429],
  ],
  [
    "It's 3,000.50 dollars (not 3000).",
    "3,000.50 dollars, it's not 3000",
    [1, 0.75, 0.164497592985, 0.606060606061, 1],
  ],
  [
    'one two three four five six seven',
    'seven six five four three two one',
    [1, 0.142857142857, 0.106821751599, 0.333333333333, 1],
  ],
  ['Yes', 'No', [0, 0, 0, 0, 0]],
  ['Done.', 'done', [1, 1, 0, 0.6, 1]],
  ['a b c d', 'a b c d a b c d a b c d', [0.5, 0.5, 0.21200626759, 0.304347826087, 0.5]],
];

/** Texts with words, scripts, marks and punctuation. */
const anyText = fc.oneof(
  fc
    .array(fc.constantFrom('the', 'Cat', 'sat', 'on', 'A89268', '19.99', '退款', 'คืนเงิน', 'é', '.', '-', '\n'))
    .map((words) => words.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

describe('similarity of two texts', () => {
  test.each(PUBLISHED)('%j and %j: as the published implementations', (reference, answer, values) => {
    const similarities = ['rouge_1', 'rouge_l', 'bleu', 'levenshtein', 'token_f1'] as const;
    for (const [at, measure] of similarities.entries())
      expect(textSimilarity(measure, [reference], answer), measure).toBeCloseTo(values[at] ?? -1, 10);
  });

  test('BLEU takes several references together; the others count the nearest', () => {
    const references = ['the cat sat on the mat', 'there was a cat on a mat today'];
    expect(textSimilarity('bleu', references, 'a cat on the mat')).toBeCloseTo(0.523122368913534, 10);
    expect(textSimilarity('rouge_l', ['nothing alike', 'a cat on the mat'], 'a cat on the mat')).toBe(1);
  });

  test.each<[references: string[], value: number]>([
    [['a b c d e f g h', 'a b c'], 1],
    [['a b c', 'a b c d e f g h'], 1],
    [['a b c d e', 'a b c'], 1],
    [['a b c', 'a b c d e'], 1],
    [['a b c d e f'], Math.exp(1 - 6 / 4)],
    [['a b c d e f', 'a b c d e f g'], Math.exp(1 - 6 / 4)],
  ])(
    'BLEU of "a b c d" against %j compares its length with the nearest, of two with the shorter',
    (references, value) => {
      const all = [...references, 'a b c d x x x x x x x x x x x'];
      expect(textSimilarity('bleu', all, 'a b c d')).toBeCloseTo(value, 10);
    },
  );

  test('letters of Chinese, Japanese and Thai count one by one, words of spaced scripts whole', () => {
    // sacrebleu's own Chinese tokens give the same.
    expect(textSimilarity('bleu', ['退款完成'], '退款已经完成')).toBeCloseTo(0.22957488466614337, 10);
    expect(textSimilarity('rouge_1', ['返金は完了'], '返金が完了')).toBeCloseTo(0.8, 10);
    expect(textSimilarity('token_f1', ['คืนเงินแล้ว'], 'คืนเงิน')).toBeGreaterThan(0.5);
    expect(textSimilarity('rouge_1', ['환불이 완료되었습니다'], '환불이 안 되었습니다')).toBeCloseTo(0.4, 10);
    expect(textSimilarity('rouge_1', ['déjà vu'], 'DE\u0301JA\u0300 vu')).toBe(1);
  });

  test('an answer without a word is similar to nothing, and a reference without one is not comparable', () => {
    for (const measure of TEXT_MEASURES) {
      expect(textSimilarity(measure, ['some words'], '')).toBe(0);
      expect(hasComparableText(measure, 'words')).toBe(true);
    }
    expect(textSimilarity('rouge_l', ['words'], '!?')).toBe(0);
    expect([
      hasComparableText('rouge_1', '!?'),
      hasComparableText('token_f1', 'The'),
      hasComparableText('levenshtein', '!?'),
    ]).toEqual([false, false, true]);
  });

  test('lies between 0 and 1, is 1 for the same text, and all but BLEU are symmetric', () => {
    always(
      fc.property(anyText, anyText, fc.constantFrom(...TEXT_MEASURES), (left, right, measure) => {
        const value = textSimilarity(measure, [left], right);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        if (hasComparableText(measure, left)) expect(textSimilarity(measure, [left], left)).toBeCloseTo(1, 10);
        if (measure !== 'bleu') expect(textSimilarity(measure, [right], left)).toBeCloseTo(value, 10);
      }),
    );
  });

  test('of an answer only the first hundred thousand characters are compared', () => {
    const before = ' '.repeat(99_995);
    expect(textSimilarity('rouge_1', ['refund'], `${before} done refund`)).toBe(0);
    expect(textSimilarity('rouge_1', ['done'], `${before} done refund`)).toBe(1);
  });

  test('long answers take no minutes', () => {
    const long = 'word and another '.repeat(60_000);
    expect(textSimilarity('levenshtein', ['word '.repeat(400)], long)).toBeLessThan(0.1);
  });
});

const letters = fc.array(fc.constantFrom('a', 'b', '👍', '\u0000'), { maxLength: 80 });

/** By the table of Wagner and Fischer. */
function slowly(lefts: readonly string[], rights: readonly string[], replaces: boolean): number {
  let row = Array.from({ length: rights.length + 1 }, (_, at) => at);
  for (const [i, left] of lefts.entries()) {
    const next = [i + 1];
    for (const [j, right] of rights.entries()) {
      const kept = (row[j] ?? 0) + (left === right ? 0 : replaces ? 1 : 2);
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('sequences', () => {
  test('have the edit distance and the common length of the slow table, by characters', () => {
    always(
      fc.property(letters, letters, (left, right) => {
        const longest = Math.max(left.length, right.length);
        const similarity = longest === 0 ? 0 : 1 - slowly(left, right, true) / longest;
        expect(textSimilarity('levenshtein', [left.join('')], right.join(''))).toBe(similarity);
        expect(commonLength(left, right)).toBe((left.length + right.length - slowly(left, right, false)) / 2);
      }),
    );
  });
});

describe('the cosine of two embeddings', () => {
  test.each<[left: number[], right: number[], value: number | null]>([
    [[1, 0], [1, 0], 1],
    [[1, 0], [0, 2], 0],
    [[1, 1], [-2, -2], -1],
    [[3, 4], [4, 3], 0.96],
    [[1e300, 1e300], [1e-300, 1e-300], 1],
    [[0, 0], [1, 0], null],
    [[1], [1, 0], null],
    [[], [], null],
  ])('%j and %j: %j', (left, right, value) => {
    if (value === null) expect(cosine(left, right)).toBeNull();
    else expect(cosine(left, right)).toBeCloseTo(value, 12);
  });
});
