import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import { DECIDING, type FolderToVerify } from '#gate/verdict/verify-files.ts';
import { readBounded } from './read-bounded.ts';
import { hashOfBytes, hashOfFile } from './seal-folder.ts';

/** What a folder holds, to be verified; `problem`: it can't be read, a sentence part that begins with its path. */
export async function readToVerify(folder: string): Promise<FolderToVerify | { readonly problem: string }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return { problem: `${folder} is no folder that can be read` };
  const bytes = new Map<string, Uint8Array>();
  const hashes = new Map<string, string>();
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const path = join(folder, name);
    if (!DECIDING.test(name)) {
      hashes.set(name, await hashOfFile(path));
      continue;
    }
    const read = await readBounded(path, LARGEST_RESULTS_FILE);
    if ('problem' in read) return { problem: `${path} ${read.problem}` };
    hashes.set(name, hashOfBytes(read.bytes));
    bytes.set(name, read.bytes);
  }
  return { bytes, hashes };
}
