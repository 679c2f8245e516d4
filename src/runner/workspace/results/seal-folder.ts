import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import { VERDICT_FILE } from '#gate/verdict/verdict-file.ts';
import type { Seal } from '#ports/ports.ts';
import { isPlainFile } from '#runner/workspace/files/exists.ts';
import { writeDocument } from './write-documents.ts';

/**
 * Writes verdict.json over what a folder holds now: the documents of a run, and its trajectories. Throws what the system says.
 *
 * @param documents their names
 */
export async function sealFolder(folder: string, documents: readonly string[], seal: Seal): Promise<void> {
  const files: Record<string, string> = {};
  const data = [...documents.filter((name) => DATA.test(name)), TRAJECTORIES_FILE, REQUESTS_FILE];
  for (const name of data.sort())
    if (name !== VERDICT_FILE && (await isPlainFile(join(folder, name))))
      files[name] = await hashOfFile(join(folder, name));
  await writeDocument(folder, VERDICT_FILE, seal(files));
}

/** Other documents only render these. */
const DATA = /\.jsonl?$/;

/** SHA-256 (hex) of some bytes. */
export function hashOfBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The same of a file's bytes, however many. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
