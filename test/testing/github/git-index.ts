import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeEntries } from './git-objects.ts';

/** Writes the index of a `.git` whose folder holds these files; git looks at each of them when it is asked for changes. */
export function writeIndex(folder: string, entries: TreeEntries): Promise<void> {
  const files = [...entries].map(([path, entry]) => ({ ...entry, name: Buffer.from(path) }));
  files.sort((a, b) => Buffer.compare(a.name, b.name));
  const head = Buffer.alloc(12);
  head.write('DIRC');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(files.length, 8);
  const body = Buffer.concat([head, ...files.map(indexEntry)]);
  return writeFile(join(folder, 'index'), Buffer.concat([body, createHash('sha1').update(body).digest()]));
}

/** Of version 2: times, places and sizes are left open; the name ends with one to eight zeros. */
function indexEntry({
  mode,
  sha,
  name,
}: {
  readonly mode: string;
  readonly sha: string;
  readonly name: Buffer;
}): Buffer {
  const entry = Buffer.alloc(Math.ceil((NAME_AT + name.length + 1) / 8) * 8);
  entry.writeUInt32BE(Number.parseInt(mode, 8), MODE_AT);
  entry.write(sha, SHA_AT, 'hex');
  entry.writeUInt16BE(Math.min(name.length, 0xfff), FLAGS_AT);
  name.copy(entry, NAME_AT);
  return entry;
}

const MODE_AT = 24;
const SHA_AT = 40;
const FLAGS_AT = 60;
const NAME_AT = 62;
