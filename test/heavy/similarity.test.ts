/** Our measures of similarity beside the implementations that papers and leaderboards use. */
import { describe, expect, it } from 'vitest';
import { type TextMeasure, textSimilarity } from '#cases/matching/similarity/text-similarity.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';
import { mustRun } from './support/run-program.ts';

const packages = await peer('rouge-score, sacrebleu, rapidfuzz and transformers from PyPI', () =>
  pythonEnvironment('similarity'),
);

/** Prints a line of JSON for each pair: the five measures; BLEU with the tokens that the pair names. */
const ORACLE = `
import json, sys
import sacrebleu
from rapidfuzz.distance import Levenshtein
from rouge_score import rouge_scorer
from transformers.data.metrics.squad_metrics import compute_f1

rouge = rouge_scorer.RougeScorer(['rouge1', 'rougeL'], use_stemmer=False)
for line in sys.stdin:
    pair = json.loads(line)
    references, answer = pair['references'], pair['answer']
    scores = rouge.score_multi(references, answer)
    print(json.dumps({
        'rouge_1': scores['rouge1'].fmeasure,
        'rouge_l': max(rouge.score(one, answer)['rougeL'].fmeasure for one in references),
        'bleu': sacrebleu.sentence_bleu(answer, references, tokenize=pair['tokenize']).score / 100,
        'levenshtein': max(Levenshtein.normalized_similarity(one, answer) for one in references),
        'token_f1': max(compute_f1(one, answer) for one in references),
    }))
`;

interface Pair {
  readonly references: readonly string[];
  readonly answer: string;
  readonly tokenize: '13a' | 'zh';
}

const ENGLISH =
  'The|the|a|an|refund|Refund|of|$19.99|19.99|3,000|was|sent|to|your|card.|card,|don\'t|it\'s|A-89268|2026-01-02,|(yes)|&amp;|"now"|OK!|—|…|naïve|50%|u_n|x;y|\n|e.g.|5-6|-\n'.split(
    '|',
  );
const CHINESE = [...'退款已经完成请稍候您的订单', '。', '，', '19.99', 'OK', ' '];

function pairs(count: number, words: readonly string[], glue: string, tokenize: Pair['tokenize']): readonly Pair[] {
  const random = seededRandom(count);
  const text = () =>
    Array.from({ length: 1 + Math.floor(random() * 14) }, () => words[Math.floor(random() * words.length)]).join(glue);
  const textWithWords = () => {
    let drawn = text();
    while (!/[a-z\d退-鿿]{2}|[一-鿿]/i.test(drawn.replace(/\b(?:the|an?)\b/gi, ''))) drawn = text();
    return drawn;
  };
  return Array.from({ length: count }, (_, at) => ({
    references: Array.from({ length: 1 + (at % 3) }, textWithWords),
    answer: text(),
    tokenize,
  }));
}

async function published(cases: readonly Pair[]): Promise<readonly Readonly<Record<TextMeasure, number>>[]> {
  const { python, env } = packages.get();
  const input = cases.map((pair) => `${JSON.stringify(pair)}\n`).join('');
  const printed = await mustRun([python, '-c', ORACLE], { env: { ...process.env, ...env }, input });
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function differences(
  cases: readonly Pair[],
  expected: readonly Readonly<Record<TextMeasure, number>>[],
  measures: readonly TextMeasure[],
): readonly unknown[] {
  return cases.flatMap(({ references, answer }, at) =>
    measures.flatMap((measure) => {
      const ours = textSimilarity(measure, references, answer);
      const theirs = expected[at]?.[measure] ?? Number.NaN;
      return Math.abs(ours - theirs) < 1e-9 ? [] : [{ measure, references, answer, ours, theirs }];
    }),
  );
}

// rouge-score splits words at letters beyond ASCII, which we keep whole.
const PLAIN = pairs(
  2000,
  ENGLISH.filter((word) => /^\p{ASCII}+$/u.test(word)),
  ' ',
  '13a',
);
const MARKED = pairs(500, ENGLISH, ' ', '13a');
const CHARACTERS = pairs(500, CHINESE, '', 'zh');

describe.skipIf(packages.missing)('similarity beside published implementations', () => {
  // One process for all: it takes longer to start than to compute.
  const expected = packages.missing ? [] : published([...PLAIN, ...MARKED, ...CHARACTERS]);

  it('is equal on 2,000 pairs of English texts, by every measure', async () => {
    const values = (await expected).slice(0, PLAIN.length);
    expect(differences(PLAIN, values, ['rouge_1', 'rouge_l', 'bleu', 'levenshtein', 'token_f1'])).toEqual([]);
  });

  it('is equal beyond ASCII too, by the measures that are defined there', async () => {
    const values = (await expected).slice(PLAIN.length);
    expect(differences([...MARKED, ...CHARACTERS], values, ['bleu', 'levenshtein'])).toEqual([]);
  });
});
