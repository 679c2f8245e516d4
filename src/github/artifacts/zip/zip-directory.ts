/** One entry of the central directory; sizes and offsets in bytes. */
export interface ZipEntry {
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
export type ZipDirectory =
  | { readonly entries: readonly ZipEntry[]; readonly start: number }
  | { readonly problem: string };

/**
 * Reads the central directory of a zip archive (APPNOTE.TXT 4.3.12–4.3.16). Accepts only what our own archives look like: one
 * disk, no zip64, no bytes before the end record that it does not account for, none after it.
 */
export function readDirectory(archive: Uint8Array): ZipDirectory {
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
