import { crc32, deflateRawSync } from 'node:zlib';

/** One entry to write; everything but name and content may lie. */
export type ArchiveEntry = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly method?: number;
  /** What is stored instead of the packed content. */
  readonly data?: Uint8Array;
  readonly flags?: number;
  readonly crc?: number;
  readonly declaredSize?: number;
  readonly declaredCompressedSize?: number;
  readonly declaredOffset?: number;
  /** Name in the local header when it differs from the directory's. */
  readonly localName?: string;
  readonly localSignature?: number;
  /** Bytes of extra fields that the directory promises and does not have. */
  readonly missingExtra?: number;
};

/** What the end record says beside the truth. */
export type ArchiveLies = {
  readonly count?: number;
  readonly directoryOffset?: number;
  readonly disk?: number;
  readonly countOnDisk?: number;
  readonly comment?: string;
  /** Bytes before the end record, such as a zip64 locator. */
  readonly beforeEnd?: Uint8Array;
  readonly trailing?: string;
};

/** Writes a zip archive byte by byte, so that it can be wrong where a test wants it to be. */
export function zipArchive(entries: readonly ArchiveEntry[], lies: ArchiveLies = {}): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const data = entry.data ?? ((entry.method ?? 8) === 8 ? deflateRawSync(content) : content);
    const facts = {
      method: entry.method ?? 8,
      flags: entry.flags ?? 0,
      crc: entry.crc ?? crc32(content),
      compressed: entry.declaredCompressedSize ?? data.byteLength,
      size: entry.declaredSize ?? content.byteLength,
      offset: entry.declaredOffset ?? offset,
    };
    const local = Buffer.concat([localHeader(entry.localName ?? entry.name, facts), data]);
    if (entry.localSignature !== undefined) local.writeUInt32LE(entry.localSignature, 0);
    locals.push(local);
    const listing = directoryHeader(entry.name, facts);
    listing.writeUInt16LE(entry.missingExtra ?? 0, 30);
    directory.push(listing);
    offset += local.byteLength;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  const comment = Buffer.from(lies.comment ?? '');
  const count = lies.count ?? entries.length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(lies.disk ?? 0, 4);
  end.writeUInt16LE(lies.countOnDisk ?? count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listed.byteLength, 12);
  end.writeUInt32LE(lies.directoryOffset ?? offset, 16);
  end.writeUInt16LE(comment.byteLength, 20);
  const trailing = Buffer.from(lies.trailing ?? '');
  return Buffer.concat([...locals, listed, lies.beforeEnd ?? Buffer.alloc(0), end, comment, trailing]);
}

type Facts = {
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
};

function localHeader(name: string, facts: Facts): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(facts.flags, 6);
  header.writeUInt16LE(facts.method, 8);
  header.writeUInt32LE(facts.crc, 14);
  header.writeUInt32LE(facts.compressed, 18);
  header.writeUInt32LE(facts.size, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

function directoryHeader(name: string, facts: Facts): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(facts.flags, 8);
  header.writeUInt16LE(facts.method, 10);
  header.writeUInt32LE(facts.crc, 16);
  header.writeUInt32LE(facts.compressed, 20);
  header.writeUInt32LE(facts.size, 24);
  header.writeUInt16LE(Buffer.byteLength(name), 28);
  header.writeUInt32LE(facts.offset, 42);
  return Buffer.concat([header, Buffer.from(name)]);
}
