import { crc32, inflateRawSync } from 'node:zlib';
import { readDirectory, type ZipEntry } from './zip-directory.ts';

/** The bytes of one entry, or why they can't be had (a sentence part, after "the artifact"). */
export type ZipRead = { readonly bytes: Uint8Array } | { readonly problem: string };

/**
 * Reads one entry of a zip archive held in memory; nothing is written anywhere. Hostile archives give a problem:
 * every name is checked, the entry must be there once, stored or deflated, unencrypted, no larger than `maxBytes`
 * both as declared and as inflated, and its CRC must hold.
 */
export function readZipEntry(archive: Uint8Array, name: string, maxBytes: number): ZipRead {
  const directory = readDirectory(archive);
  if ('problem' in directory) return directory;
  const matching = directory.entries.filter((entry) => entry.name === name);
  const [entry, second] = matching;
  if (entry === undefined) return { problem: `holds no ${name}` };
  if (second !== undefined) return { problem: `holds ${name} ${matching.length} times` };
  return readEntry(archive, entry, directory.start, maxBytes);
}

function readEntry(archive: Uint8Array, entry: ZipEntry, directoryStart: number, maxBytes: number): ZipRead {
  if (entry.encrypted) return { problem: `holds an encrypted ${entry.name}` };
  if (entry.size > maxBytes) {
    return { problem: `holds a ${entry.name} of ${entry.size} bytes; at most ${maxBytes} are read` };
  }
  const data = entryData(archive, entry, directoryStart);
  if ('problem' in data) return data;
  const inflated = inflate(data.bytes, entry, maxBytes);
  if ('problem' in inflated) return inflated;
  if (inflated.bytes.byteLength !== entry.size) {
    return {
      problem: `is damaged: ${entry.name} has ${inflated.bytes.byteLength} bytes, its entry says ${entry.size}`,
    };
  }
  if (crc32(inflated.bytes) !== entry.crc) return { problem: `is damaged: the CRC of ${entry.name} is wrong` };
  return inflated;
}

function entryData(archive: Uint8Array, entry: ZipEntry, directoryStart: number): ZipRead {
  const damaged = { problem: `is damaged: ${entry.name} does not lie where its entry says` };
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (entry.offset + LOCAL_HEADER_BYTES > directoryStart) return damaged;
  if (view.getUint32(entry.offset, true) !== LOCAL_HEADER) return damaged;
  const nameBytes = view.getUint16(entry.offset + 26, true);
  const start = entry.offset + LOCAL_HEADER_BYTES + nameBytes + view.getUint16(entry.offset + 28, true);
  if (start + entry.compressedSize > directoryStart) return damaged;
  const localName = archive.subarray(entry.offset + LOCAL_HEADER_BYTES, entry.offset + LOCAL_HEADER_BYTES + nameBytes);
  if (!Buffer.from(localName).equals(Buffer.from(entry.name, 'utf8'))) {
    return { problem: `is damaged: the two headers of ${entry.name} disagree about its name` };
  }
  return { bytes: archive.subarray(start, start + entry.compressedSize) };
}

function inflate(data: Uint8Array, entry: ZipEntry, maxBytes: number): ZipRead {
  if (entry.method === STORED) return { bytes: data };
  if (entry.method !== DEFLATED)
    return { problem: `packs ${entry.name} by method ${entry.method}; only 0 and 8 are read` };
  try {
    return { bytes: inflateRawSync(data, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (tooLarge) return { problem: `holds a ${entry.name} that inflates to more than ${maxBytes} bytes` };
    return { problem: `is damaged: ${entry.name} can't be inflated` };
  }
}

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
