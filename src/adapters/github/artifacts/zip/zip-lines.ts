import { crc32, createInflateRaw } from 'node:zlib';
import { splitLines } from '#domain/split-lines.ts';
import { type LocatedEntry, locateEntry, ZIP_METHODS } from './zip-entry.ts';

/** The lines of one entry, unpacked as they are asked for, or why they can't be had (a sentence part, after "the artifact"). */
export type ZipLines =
  | { readonly lines: AsyncIterable<string> /** Bytes, unpacked. */; readonly size: number }
  | { readonly problem: string };

/**
 * Reads the lines of one entry of a zip archive held in memory, of which only a little is unpacked at a time. Hostile
 * archives give a problem, see {@link locateEntry}. What only shows as it is unpacked is thrown, as an error with the
 * same words, and unpacking stops there: more bytes than declared, fewer, a wrong CRC, no deflate stream. Until the
 * last line has come, nothing of it is certain.
 */
export function readZipLines(archive: Uint8Array, name: string, maxBytes: number): ZipLines {
  const located = locateEntry(archive, name, maxBytes);
  if ('problem' in located) return located;
  return { lines: splitLines(unpack(located)), size: located.entry.size };
}

async function* unpack({ entry, data }: LocatedEntry): AsyncGenerator<Uint8Array, void, void> {
  const { name, size } = entry;
  let bytes = 0;
  let crc = 0;
  for await (const chunk of entry.method === ZIP_METHODS.stored ? [data] : inflate(data, name)) {
    bytes += chunk.byteLength;
    if (bytes > size) throw new Error(`is damaged: ${name} has more bytes than the ${size} that its entry says`);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (bytes !== size) throw new Error(`is damaged: ${name} has ${bytes} bytes, its entry says ${size}`);
  if (crc !== entry.crc) throw new Error(`is damaged: the CRC of ${name} is wrong`);
}

/** Inflates no more than what is asked for. Whoever leaves the loop over it ends the stream. */
async function* inflate(data: Uint8Array, name: string): AsyncGenerator<Uint8Array, void, void> {
  const inflating = createInflateRaw({ chunkSize: CHUNK_BYTES });
  inflating.end(data);
  try {
    yield* inflating;
  } catch {
    throw new Error(`is damaged: ${name} can't be inflated`);
  }
}

/** Unpacked at a time. */
const CHUNK_BYTES = 64 * 1024;
