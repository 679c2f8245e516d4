import type { Range } from '#common/known-shapes.ts';
import { findSpellings, LONGEST_HEAD, type Spellings, spellingsOf } from './spellings.ts';
import type { Upstream } from './upstream.ts';

/** Replaces the key in texts. */
const HIDDEN = '[key]';

/** What of an upstream no answer may repeat. */
type Keyed = Pick<Upstream, 'key' | 'signing' | 'held'>;

/** Text without the keys. */
export function withoutKey(text: string, upstream: Keyed): string {
  const spellings = spellingsIn(upstream);
  return spellings === null ? text : masked(text, findSpellings(text, spellings).found, 0, text.length);
}

/** Bytes without the keys: the same array if it does not contain one. */
export function bytesWithoutKey(bytes: Uint8Array, upstream: Keyed): Uint8Array {
  // Keys are ASCII; a character that is cut in two stays as it is.
  const text = latin1(bytes);
  const clean = withoutKey(text, upstream);
  return clean === text ? bytes : Buffer.from(clean, 'latin1');
}

/** Takes the keys out of a body that comes in pieces. */
export interface KeyFilter {
  /** What can be passed on: the beginning of a key waits for the next piece. */
  push(piece: Uint8Array): Uint8Array;
  /** What still waits at the end. */
  rest(): Uint8Array;
}

/**
 * A filter for one body: a key may be cut in two anywhere. A few characters that could begin a key pass at once, because bodies that are no text often
 * end in such; where the next piece goes on with the key, its rest is taken out.
 */
export function createKeyFilter(upstream: Keyed): KeyFilter {
  const spellings = spellingsIn(upstream);
  let passed = '';
  let held = '';
  return {
    push(piece) {
      if (spellings === null) return piece;
      const seen = passed + held + latin1(piece);
      const { found, begun } = findSpellings(seen, spellings);
      const end = Math.max(begun, passed.length);
      const clean = masked(seen, found, passed.length, end);
      held = seen.slice(end);
      passed = seen.slice(0, end).slice(1 - LONGEST_HEAD);
      return Buffer.from(clean, 'latin1');
    },
    rest: () => Buffer.from(held, 'latin1'),
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A part of the text with its ranges hidden, also of one that begins before the part. */
function masked(text: string, ranges: readonly Range[], from: number, to: number): string {
  let clean = '';
  let at = from;
  for (const [start, end] of ranges) {
    if (end <= at) continue;
    clean += text.slice(at, Math.max(at, start)) + HIDDEN;
    at = end;
  }
  return clean + text.slice(at, to);
}

/** A key of three letters would be found everywhere, and protects nothing. */
function spellingsIn({ key, signing, held }: Keyed): Spellings | null {
  const secrets = [key ?? '', signing?.session_token ?? '', ...(held?.recent() ?? [])].filter(
    (secret) => secret.length >= 8,
  );
  const id = secrets.join('\n');
  const known = SPELLINGS.get(id);
  if (known !== undefined) return known;
  const made = spellingsOf(secrets);
  SPELLINGS.set(id, made);
  return made;
}

/** Kept, because every piece of an answer asks for them. */
const SPELLINGS = new Map<string, Spellings | null>();
