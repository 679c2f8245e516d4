import { spacedOut } from './unspaced-scripts.ts';

/**
 * Words as ROUGE counts them: lower case, everything but letters, marks and digits is a gap. On ASCII these are the words of
 * Google's rouge-score without stemming.
 */
export function rougeWords(text: string): readonly string[] {
  return splitWords(spacedOut(normal(text)).replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
}

/**
 * Words as SQuAD's F1 counts them: lower case, punctuation and symbols removed, without `a`, `an` and `the`. On ASCII these are
 * the words of SQuAD's own script.
 */
export function answerWords(text: string): readonly string[] {
  const bare = normal(text).replace(/[\p{P}\p{S}]/gu, '');
  return splitWords(spacedOut(bare).replace(/(?<![\p{L}\p{M}\p{N}_])(?:a|an|the)(?![\p{L}\p{M}\p{N}_])/gu, ' '));
}

function normal(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The parts between white space. */
export function splitWords(text: string): readonly string[] {
  return text.split(/\s+/u).filter((part) => part !== '');
}

/** How often each item occurs. */
export function countItems(items: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** How many items two multisets share. */
export function countShared(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [item, count] of left) sum += Math.min(count, right.get(item) ?? 0);
  return sum;
}

/** The harmonic mean of precision and recall; 0 if nothing is shared. */
export function fMeasure(hits: number, answer: number, reference: number): number {
  return hits === 0 ? 0 : (2 * hits) / (answer + reference);
}

/** The length of the longest sequence that both contain in order, with gaps: Hyyrö's bit-parallel algorithm (2004). */
export function commonLength(left: readonly string[], right: readonly string[]): number {
  const [pattern, text] = left.length <= right.length ? [left, right] : [right, left];
  const places = placesOf(pattern);
  const all = (1n << BigInt(pattern.length)) - 1n;
  let open = all;
  for (const item of text) {
    const same = open & (places.get(item) ?? 0n);
    open = ((open + same) | (open - same)) & all;
  }
  return ones(all & ~open);
}

/** Bit i is set for the item at place i. */
function placesOf(pattern: readonly string[]): ReadonlyMap<string, bigint> {
  const places = new Map<string, bigint>();
  for (const [at, item] of pattern.entries()) places.set(item, (places.get(item) ?? 0n) | (1n << BigInt(at)));
  return places;
}

function ones(bits: bigint): number {
  return bits.toString(2).replaceAll('0', '').length;
}
