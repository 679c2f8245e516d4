import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Git's own hash of a file whose bytes are this text in UTF-8: sha1 (hex) of `blob LENGTH`, a zero byte and the bytes. */
export function gitBlobSha(text: string): string {
  const bytes = utf8ToBytes(text);
  return bytesToHex(sha1(concatBytes(utf8ToBytes(`blob ${bytes.length}\0`), bytes)));
}
