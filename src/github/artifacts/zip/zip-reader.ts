import { crc32, inflateRawSync } from 'node:zlib';
import { type LocatedEntry, locateEntry, ZIP_METHODS } from './zip-entry.ts';

/** The bytes of one entry, or why they can't be read (a sentence part, after "the artifact"). */
export type ZipRead = { readonly bytes: Uint8Array } | { readonly problem: string };

/**
 * Reads one entry of a zip archive in memory; nothing is written anywhere. A hostile archive gives a problem, see {@link
 * locateEntry}; the inflated entry must also be no larger than `maxBytes`, and its size and CRC must match.
 */
export function readZipEntry(archive: Uint8Array, name: string, maxBytes: number): ZipRead {
  const located = locateEntry(archive, name, maxBytes);
  if ('problem' in located) return located;
  const { entry } = located;
  const inflated = inflate(located, maxBytes);
  if ('problem' in inflated) return inflated;
  const { byteLength } = inflated.bytes;
  if (byteLength !== entry.size)
    return { problem: `is damaged: ${name} has ${byteLength} bytes, its entry says ${entry.size}` };
  return crc32(inflated.bytes) === entry.crc ? inflated : { problem: `is damaged: the CRC of ${name} is wrong` };
}

function inflate({ entry, data }: LocatedEntry, maxBytes: number): ZipRead {
  if (entry.method === ZIP_METHODS.stored) return { bytes: data };
  try {
    return { bytes: inflateRawSync(data, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (tooLarge) return { problem: `holds a ${entry.name} that inflates to more than ${maxBytes} bytes` };
    return { problem: `is damaged: ${entry.name} can't be inflated` };
  }
}
