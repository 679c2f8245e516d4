import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Git's own hash of a file; in pieces, because files may be large. */
export async function hashOf(path: string, size: number): Promise<string> {
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}

/** The same of some bytes; of a link: of its target's path. */
export function hashOfBytes(bytes: Buffer | string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(bytes)}\0`)
    .update(bytes)
    .digest('hex');
}
