import type { Upstream } from './upstream.ts';

/** Replaces the key in texts. */
const HIDDEN = '[key]';

/** What of an upstream no answer may repeat. */
type Keyed = Pick<Upstream, 'key' | 'signing'>;

/** Text without the keys. */
export function withoutKey(text: string, upstream: Keyed): string {
  return secretsOf(upstream).reduce((rest, key) => (rest.includes(key) ? rest.replaceAll(key, HIDDEN) : rest), text);
}

/** Bytes without the keys: the same array if it does not contain one. */
export function bytesWithoutKey(bytes: Uint8Array, upstream: Keyed): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = secretsOf(upstream).some((key) => buffer.includes(key));
  return found ? Buffer.from(withoutKey(buffer.toString('utf8'), upstream)) : bytes;
}

/** A key of three letters would be found everywhere, and protects nothing. */
function secretsOf({ key, signing }: Keyed): readonly string[] {
  return [key, signing?.session_token ?? null].filter((one): one is string => one !== null && one.length >= 8);
}
