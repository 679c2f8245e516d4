/** Replaces the key in texts. */
const HIDDEN = '[key]';

/** Text without the key. */
export function withoutKey(text: string, key: string | null): string {
  return isSecret(key) && text.includes(key) ? text.replaceAll(key, HIDDEN) : text;
}

/** Bytes without the key: the same array if it does not contain the key. */
export function bytesWithoutKey(bytes: Uint8Array, key: string | null): Uint8Array {
  if (!isSecret(key)) return bytes;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes(key) ? Buffer.from(buffer.toString('utf8').replaceAll(key, HIDDEN)) : bytes;
}

/** A key of three letters would be found everywhere, and protects nothing. */
function isSecret(key: string | null): key is string {
  return key !== null && key.length >= 8;
}
