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

/** Names of the entries that an archive lists; none if it can't be read. */
export function zipNames(archive: Uint8Array): readonly string[] {
  const directory = readDirectory(archive);
  return 'problem' in directory ? [] : directory.entries.map(({ name }) => name);
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

/** One entry of the central directory; sizes and offsets in bytes. */
interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where the local header begins. */
  readonly offset: number;
}

/** `start` is the offset of the central directory: every entry's data must end before it. */
type ZipDirectory = { readonly entries: readonly ZipEntry[]; readonly start: number } | { readonly problem: string };

/**
 * Reads the central directory of a zip archive (APPNOTE.TXT 4.3.12–4.3.16). Accepts only what our own archives look like: one
 * disk, no zip64, no bytes before the end record that it does not account for, none after it.
 */
function readDirectory(archive: Uint8Array): ZipDirectory {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  if (end === null) return { problem: 'is not a complete zip file' };
  const count = view.getUint16(end + 10, true);
  const length = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || length === 0xffffffff || start === 0xffffffff || hasZip64Locator(view, end)) return ZIP64;
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count) {
    return { problem: 'is split over several disks' };
  }
  if (count > MAX_ENTRIES) return { problem: `holds ${count} entries; at most ${MAX_ENTRIES} are read` };
  if (start + length !== end) return { problem: 'is damaged: its directory does not end where it should' };
  return readEntries(archive, view, { start, end, count });
}

function readEntries(
  archive: Uint8Array,
  view: DataView,
  place: { readonly start: number; readonly end: number; readonly count: number },
): ZipDirectory {
  const entries: ZipEntry[] = [];
  let at = place.start;
  while (at < place.end) {
    if (at + ENTRY_BYTES > place.end || view.getUint32(at, true) !== ENTRY) return DAMAGED;
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > place.end) return DAMAGED;
    const entry = readEntry(archive, view, at, nameBytes);
    if ([entry.size, entry.compressedSize, entry.offset].includes(0xffffffff)) return ZIP64;
    if (!isPlainName(entry.name)) return { problem: 'holds an entry whose name leads out of it' };
    entries.push(entry);
    at = next;
  }
  return entries.length === place.count ? { entries, start: place.start } : DAMAGED;
}

function readEntry(archive: Uint8Array, view: DataView, at: number, nameBytes: number): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  return {
    name: Buffer.from(archive.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)).toString('utf8'),
    method: view.getUint16(at + 10, true),
    encrypted: (flags & ENCRYPTION_FLAGS) !== 0,
    crc: view.getUint32(at + 16, true),
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
}

/** The end record, whose comment must reach exactly to the end of the file, or null. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= 0 && at >= last - 0xffff; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  return null;
}

function hasZip64Locator(view: DataView, end: number): boolean {
  return end >= ZIP64_LOCATOR_BYTES && view.getUint32(end - ZIP64_LOCATOR_BYTES, true) === ZIP64_LOCATOR;
}

function isPlainName(name: string): boolean {
  if (name === '' || name.startsWith('/') || /[\\:\u0000-\u001f]/.test(name)) return false;
  return !name.split('/').some((part) => part === '..' || part === '.');
}

const DAMAGED = { problem: "is damaged: its directory can't be read" };
const ZIP64 = { problem: 'is in zip64 format, which results never need' };
const MAX_ENTRIES = 1000;
const END = 0x06054b50;
const END_BYTES = 22;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
/** Bit 0: encrypted, bit 6: strongly encrypted, bit 13: masked headers. */
const ENCRYPTION_FLAGS = 0x2041;
