import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import { DATA, VERDICT_FILE } from '#gate/verdict/verdict-file.ts';
import { DECIDING, type FolderToVerify } from '#gate/verdict/verify-files.ts';
import type { Seal } from '#ports/ports.ts';
import { isPlainFile } from '#runner/workspace/files/exists.ts';
import { readBounded } from './read-bounded.ts';
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
      files[name] = await sha256OfFile(join(folder, name));
  await writeDocument(folder, VERDICT_FILE, seal(files));
}

/** SHA-256 (hex) of a file's bytes, however many. */
export async function sha256OfFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return sum.digest('hex');
}

/** What a folder holds, to be verified; `problem`: it can't be read, a sentence part that begins with its path. */
export async function readToVerify(folder: string): Promise<FolderToVerify | { readonly problem: string }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return { problem: `${folder} is no folder that can be read` };
  const bytes = new Map<string, Uint8Array>();
  const hashes = new Map<string, string>();
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const path = join(folder, name);
    if (!DECIDING.test(name)) {
      hashes.set(name, await sha256OfFile(path));
      continue;
    }
    const read = await readBounded(path, LARGEST_RESULTS_FILE);
    if ('problem' in read) return { problem: `${path} ${read.problem}` };
    hashes.set(name, hash('sha256', read.bytes));
    bytes.set(name, read.bytes);
  }
  return { bytes, hashes };
}
