import { encodingsOf } from '#report/redaction/secret-needles.ts';
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
  // Keys are ASCII; a character that is cut in two stays as it is.
  return found ? Buffer.from(withoutKey(buffer.toString('latin1'), upstream), 'latin1') : bytes;
}

/** Takes the keys out of a body that comes in pieces. */
export interface KeyFilter {
  /** What can be passed on: the beginning of a key waits for the next piece. */
  push(piece: Uint8Array): Uint8Array;
  /** What still waits at the end. */
  rest(): Uint8Array;
}

/**
 * A filter for one body: a key may be cut in two anywhere. A few bytes that could begin a key pass at once, because bodies that are no text often
 * end in such; where the next piece goes on with the key, its rest is taken out.
 */
export function createKeyFilter(upstream: Keyed): KeyFilter {
  const secrets = secretsOf(upstream).map((secret) => Buffer.from(secret));
  let passed: Uint8Array = new Uint8Array();
  let buffer: Uint8Array = new Uint8Array();
  return {
    push(piece) {
      const seen = Buffer.concat([passed, buffer, piece]);
      const cut = endOfCutKey(seen, passed.length, secrets);
      const fresh = cut === null ? seen.subarray(passed.length) : Buffer.concat([MARK, seen.subarray(cut)]);
      const clean = bytesWithoutKey(fresh, upstream);
      const before = cut === null ? passed : new Uint8Array();
      const begun = Math.max(0, ...secrets.map((secret) => begunAtEnd(Buffer.concat([before, clean]), secret)));
      const end = clean.length - (begun < FEW ? 0 : Math.min(begun, clean.length));
      buffer = clean.subarray(end);
      passed = Buffer.concat([before, clean.subarray(0, end)]).subarray(1 - FEW);
      return clean.subarray(0, end);
    },
    rest: () => buffer,
  };
}

const MARK = Buffer.from(HIDDEN);

/** Where a key ends that begins in what has passed, `border` bytes; `null`: there is none. */
function endOfCutKey(bytes: Buffer, border: number, secrets: readonly Buffer[]): number | null {
  for (let start = 0; start < border; start += 1) {
    const secret = secrets.find((secret) => secret.equals(bytes.subarray(start, start + secret.length)));
    if (secret !== undefined) return start + secret.length;
  }
  return null;
}

/** How many bytes of a key wait. Fewer reveal nothing: all keys of a provider begin with the same ones. */
const FEW = 8;

/** How many bytes at the end begin the secret. */
function begunAtEnd(bytes: Uint8Array, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, bytes.length); length > 0; length -= 1) {
    const start = bytes.length - length;
    if (bytes[start] === secret[0] && secret.subarray(0, length).equals(bytes.subarray(start))) return length;
  }
  return 0;
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
