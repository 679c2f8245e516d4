import { createHash, randomBytes } from 'node:crypto';
import type { Json } from './json.ts';
import type { ChatRequest } from './protocols/protocol.ts';

/** A source of numbers, uniform on 0–1. */
export type Random = () => number;

/** Where the numbers for requests come from. */
export interface Randomness {
  /** Two sources of one request: for the script, and for ids. */
  readonly of: (endpoint: string, request: ChatRequest) => { readonly script: Random; readonly ids: Random };
}

/**
 * With a seed, the n-th request of equal content gets the same numbers whatever other requests come between, so runs repeat at any
 * concurrency. Ids that earlier answers were given are no part of the content.
 */
export function createRandomness(seed: number | null): Randomness {
  const seen = new Map<string, number>();
  return {
    of(endpoint, request) {
      if (seed === null) return { script: Math.random, ids: Math.random };
      const content = contentHash(endpoint, request);
      const nth = (seen.get(content) ?? 0) + 1;
      seen.set(content, nth);
      return {
        script: randomFrom(`${seed} ${content} ${nth} script`),
        ids: randomFrom(`${seed} ${content} ${nth} ids`),
      };
    },
  };
}

/** Draws an id: the prefix and so many letters and digits. */
export function drawId(random: Random, prefix: string, length: number): string {
  return prefix + Array.from({ length }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');
}

/** An id that nothing repeats, for headers. */
export function requestId(): string {
  return `req_${randomBytes(12).toString('hex')}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function contentHash(endpoint: string, { model, system, messages, tool_schemas }: ChatRequest): string {
  const parts: Json = messages.map(({ role, text, calls, tool_name }) => [
    role,
    text,
    tool_name,
    calls.map(({ name, arguments: args }) => [name, args]),
  ]);
  const content: Json = [endpoint, model, system, parts, tool_schemas.map(({ name }) => name)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Mulberry32, seeded with the first bytes of a hash: equal texts give equal numbers. */
export function randomFrom(text: string): Random {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
