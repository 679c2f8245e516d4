import { spacedOut } from './unspaced-scripts.ts';
import { countItems, splitWords } from './words.ts';

const LONGEST = 4;

/**
 * BLEU of one answer against one or several references (Papineni et al. 2002) as sacrebleu's `sentence_bleu` computes it: n-grams
 * of up to 4 words, mteval's 13a tokens, upper and lower case, exponential smoothing, effective order. 0–1.
 */
export function bleu(references: readonly string[], answer: string): number {
  const words = tokens(answer);
  const referenceTokens = references.map(tokens);
  const lengths = referenceTokens.map(({ length }) => length);
  const nearest = lengths.reduce((best, length) => {
    const [far, near] = [Math.abs(best - words.length), Math.abs(length - words.length)];
    return near < far || (near === far && length < best) ? length : best;
  });
  const logs: number[] = [];
  let unmatched = 1;
  let isAnyShared = false;
  for (let n = 1; n <= LONGEST && words.length >= n; n += 1) {
    const total = words.length - n + 1;
    const hits = countClipped(
      grams(words, n),
      referenceTokens.map((reference) => grams(reference, n)),
    );
    if (hits === 0) unmatched *= 2;
    else isAnyShared = true;
    logs.push(Math.log(hits === 0 ? 1 / (unmatched * total) : hits / total));
  }
  if (!isAnyShared) return 0;
  const brevity = words.length < nearest ? Math.exp(1 - nearest / words.length) : 1;
  return Math.min(1, brevity * Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length));
}

/** Each n-gram of the answer counts at most as often as in the reference that has it most often. */
function countClipped(answer: ReadonlyMap<string, number>, references: readonly ReadonlyMap<string, number>[]): number {
  let hits = 0;
  for (const [gram, count] of answer) {
    hits += Math.min(count, Math.max(0, ...references.map((reference) => reference.get(gram) ?? 0)));
  }
  return hits;
}

function grams(words: readonly string[], n: number): ReadonlyMap<string, number> {
  return countItems(
    Array.from({ length: Math.max(0, words.length - n + 1) }, (_, at) => words.slice(at, at + n).join(' ')),
  );
}

/** The tokens of mteval-v13a, letters of unspaced scripts one by one. */
function tokens(text: string): readonly string[] {
  const line = spacedOut(text.normalize('NFC').trimEnd())
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  const spaced = ` ${line} `
    .replace(/([{-~[-` -&(-+:-@/])/gu, ' $1 ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/gu, '$1 $2 ');
  return splitWords(spaced);
}
