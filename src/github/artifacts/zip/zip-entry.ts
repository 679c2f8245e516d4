import { readDirectory, type ZipEntry } from './zip-directory.ts';

/** An entry that may be unpacked: `data` is its part of the archive, packed by one of the {@link ZIP_METHODS}. */
export interface LocatedEntry {
  readonly entry: ZipEntry;
  readonly data: Uint8Array;
}

/** How entries may be packed: stored or deflated. */
export const ZIP_METHODS = { stored: 0, deflated: 8 } as const;

/**
 * Finds one entry of a zip archive in memory. A hostile archive gives a problem, a sentence part after "the artifact": every
 * name is checked, the entry must occur once, stored or deflated, unencrypted, declared no larger than `maxBytes`, and both its
 * headers must agree. The unpacked content is not checked here.
 */
export function locateEntry(
  archive: Uint8Array,
  name: string,
  maxBytes: number,
): LocatedEntry | { readonly problem: string } {
  const directory = readDirectory(archive);
  if ('problem' in directory) return directory;
  const matching = directory.entries.filter((entry) => entry.name === name);
  const [entry, second] = matching;
  if (entry === undefined) return { problem: `holds no ${name}` };
  if (second !== undefined) return { problem: `holds ${name} ${matching.length} times` };
  const refusal = whyRefused(entry, maxBytes);
  return refusal === null ? entryData(archive, entry, directory.start) : { problem: refusal };
}

/** Whether an archive lists an entry; false if it can't be read. */
export function hasZipEntry(archive: Uint8Array, name: string): boolean {
  const directory = readDirectory(archive);
  return !('problem' in directory) && directory.entries.some((entry) => entry.name === name);
}

function whyRefused({ name, encrypted, size, method }: ZipEntry, maxBytes: number): string | null {
  if (encrypted) return `holds an encrypted ${name}`;
  if (size > maxBytes) return `holds a ${name} of ${size} bytes; at most ${maxBytes} are read`;
  const known = method === ZIP_METHODS.stored || method === ZIP_METHODS.deflated;
  return known ? null : `packs ${name} by method ${method}; only 0 and 8 are read`;
}

function entryData(
  archive: Uint8Array,
  entry: ZipEntry,
  directoryStart: number,
): LocatedEntry | { readonly problem: string } {
  const damaged = { problem: `is damaged: ${entry.name} is not where its entry says` };
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
  return { entry, data: archive.subarray(start, start + entry.compressedSize) };
}

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
