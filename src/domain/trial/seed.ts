import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '#domain/json.ts';

/** What a seed depends on. `tree`: the git tree (or other fingerprint) that is tested, `null` when unknown. */
export interface SeedSource {
  readonly tree: string | null;
  readonly side: 'candidate' | 'baseline' | 'confirm';
  readonly case_id: string;
  /** Trial index, from 1. */
  readonly index: number;
}

/**
 * The seed handed to the agent for one trial: 1 to 2³¹ − 1, the same for the same source, different on the two sides of a comparison
 * so that their trials are independent.
 */
export function trialSeed({ tree, side, case_id, index }: SeedSource): number {
  const digest = sha256(utf8ToBytes(canonicalJson([tree, side, case_id, index])));
  const word = new DataView(digest.buffer, digest.byteOffset, digest.byteLength).getUint32(0);
  return 1 + (word % 0x7fffffff);
}
