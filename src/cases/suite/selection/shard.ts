import { hashJson } from '#common/hash-json.ts';
import type { CaseSelection } from './select-cases.ts';

/** One of several jobs that share the cases of a suite; `index` counts from 1 to `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Which cases of a suite to run. */
export interface Selection extends CaseSelection {
  /** Only those of one shard, perhaps none. Absent: all. */
  readonly shard?: Shard;
}

/** More jobs than a matrix may have. */
export const MOST_SHARDS = 256;

/** Reads `2/4`; `null` if it is no such pair, or the shard does not exist. */
export function parseShard(text: string): Shard | null {
  const [, first, second] = /^([1-9]\d{0,2})\s*\/\s*([1-9]\d{0,2})$/.exec(text.trim()) ?? [];
  const [index, of] = [Number(first), Number(second)];
  return index <= of && of <= MOST_SHARDS ? { index, of } : null;
}

/** `2 of 4`. */
export function shardText({ index, of }: Shard): string {
  return `${index} of ${of}`;
}

/** The index of the shard that runs a case: a hash of its id, so a case stays in its shard when others are added or removed. */
export function shardOf(id: string, of: number): number {
  return (Number.parseInt(hashJson(id).slice(0, HEX_DIGITS), 16) % of) + 1;
}

/** The cases that a shard runs, in their order. In a small suite a shard may have none. */
export function casesOfShard<Item extends { readonly id: string }>(
  cases: readonly Item[],
  { index, of }: Shard,
): readonly Item[] {
  return cases.filter(({ id }) => shardOf(id, of) === index);
}

/** 48 bits: exact as a number, and no remainder is more likely by more than 2⁻⁴⁰. */
const HEX_DIGITS = 12;
