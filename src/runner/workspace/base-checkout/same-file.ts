import { lstat, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readForeign } from '#process/foreign-files.ts';

/**
 * Whether two folders have the same file under a path: the same text, whatever its line ends, or links with the same target.
 * Both folders are untrusted: no link is followed, not even on the way, and only plain files are opened. Files that can't be
 * read are not the same.
 *
 * @param path relative to both folders
 */
export async function isSameFile(path: string, left: string, right: string): Promise<boolean> {
  const [here, there] = await Promise.all([contentOf(left, path), contentOf(right, path)]);
  return here !== null && there !== null && here.kind === there.kind && here.bytes.equals(there.bytes);
}

/** Whether a path exists in a folder. */
export async function isThere(path: string, folder: string): Promise<boolean> {
  return lstat(join(folder, path)).then(
    () => true,
    () => false,
  );
}

type Content = { readonly kind: 'file' | 'link'; readonly bytes: Buffer };

async function contentOf(folder: string, path: string): Promise<Content | null> {
  try {
    const place = join(folder, path);
    const top = await realpath(folder);
    if ((await realpath(join(place, '..'))) !== join(top, path, '..')) return null;
    const stats = await lstat(place);
    if (stats.isSymbolicLink()) return { kind: 'link', bytes: await readlink(place, 'buffer') };
    const read = stats.size <= MOST_BYTES ? readForeign(place, MOST_BYTES) : null;
    return read === null || 'problem' in read ? null : { kind: 'file', bytes: withPlainEnds(read.bytes) };
  } catch {
    return null;
  }
}

/** Git on Windows may convert line ends. */
function withPlainEnds(bytes: Buffer): Buffer {
  return bytes.includes('\r\n') ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes;
}

const MOST_BYTES = 64 * 1024 * 1024;
