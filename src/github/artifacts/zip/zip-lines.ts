import { crc32, createInflateRaw } from 'node:zlib';
import { splitLines } from '#common/split-lines.ts';
import { type LocatedEntry, locateEntry, ZIP_METHODS } from './zip-entry.ts';

/** The lines of one entry, unpacked on demand, or why they can't be read (a sentence part, after "the artifact"). */
export type ZipLines =
  | { readonly lines: AsyncIterable<string> /** Bytes, unpacked. */; readonly size: number }
  | { readonly problem: string };

/**
 * Reads the lines of one entry of a zip archive in memory and unpacks only a little at a time. A hostile archive gives a
 * problem, see {@link locateEntry}. Errors that only show during unpacking are thrown with the same words, and unpacking stops:
 * more or fewer bytes than declared, a wrong CRC, no deflate stream. So nothing is certain before the last line.
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

/** Inflates only what the consumer reads. Leaving the loop ends the stream. */
async function* inflate(data: Uint8Array, name: string): AsyncGenerator<Uint8Array, void, void> {
  const inflating = createInflateRaw({ chunkSize: CHUNK_BYTES });
  inflating.end(data);
  try {
    yield* inflating;
  } catch {
    throw new Error(`is damaged: ${name} can't be inflated`);
  }
}

/** Bytes unpacked at a time. */
const CHUNK_BYTES = 64 * 1024;
