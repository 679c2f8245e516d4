import { canonicalJson, type Json } from './json.ts';
import { sha256Hex } from './sha256.ts';

/** sha256 (hex) of a value; equal for equal values with keys in any order. */
export function hashJson(value: Json): string {
  return sha256Hex(canonicalJson(value));
}
