import { encodingsOf } from '#domain/report/redaction/secret-needles.ts';
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
  return [key, signing?.session_token ?? null].flatMap((secret) =>
    secret === null || secret.length < 8 ? [] : spellingsOf(secret),
  );
}

/** A secret as it is, in base64 and as hexadecimal digits; kept, because every piece of an answer asks for them. */
function spellingsOf(secret: string): readonly string[] {
  const known = SPELLINGS.get(secret) ?? [secret, ...encodingsOf(secret)];
  SPELLINGS.set(secret, known);
  return known;
}

const SPELLINGS = new Map<string, readonly string[]>();
