import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from './json.ts';

/** sha256 (hex) of a value; equal for equal values with keys in any order. */
export function hashJson(value: Json): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}
