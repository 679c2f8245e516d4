/** Keeps the beginning and the end of a text stream, and counts the bytes between. Memory stays below twice the capacity. */
export interface TailBuffer {
  push(chunk: Buffer): void;
  /** The kept text; a line in brackets says how much is missing, with the `…` by which redaction recognises a cut on both sides. */
  text(): string;
}

/** A buffer for `capacity` bytes, of which an eighth are kept of the beginning. */
export function createTailBuffer(capacity: number): TailBuffer {
  const most = capacity >> 3;
  let head = Buffer.alloc(0);
  let chunks: Buffer[] = [];
  let size = 0;
  let dropped = 0;

  function trim(): void {
    const all = Buffer.concat(chunks);
    const tail = all.subarray(Math.max(0, all.length - (capacity - most)));
    dropped += all.length - tail.length;
    // Copied, so that the larger buffer behind the view can be freed.
    chunks = [Buffer.from(tail)];
    size = tail.length;
  }

  return {
    push(bytes) {
      const first = bytes.subarray(0, most - head.length);
      if (first.length > 0) head = Buffer.concat([head, first]);
      const chunk = bytes.subarray(first.length);
      if (chunk.length === 0) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= 2 * (capacity - most) || chunks.length >= MAX_CHUNKS) trim();
    },
    text() {
      trim();
      const tail = Buffer.concat(chunks);
      if (dropped === 0) return Buffer.concat([head, tail]).toString('utf8');
      const start = head.subarray(0, wholeCharacters(head));
      const end = tail.subarray(firstCharacter(tail));
      const missing = dropped + head.length - start.length + tail.length - end.length;
      return `${start.toString('utf8')}\n[… ${missing} bytes left out …]\n${end.toString('utf8')}`;
    },
  };
}

const MAX_CHUNKS = 1024;

/** Offset of the first byte that starts a UTF-8 character. */
function firstCharacter(bytes: Buffer): number {
  let offset = 0;
  while (offset < bytes.length && offset < 4 && isInside(bytes[offset])) offset += 1;
  return offset;
}

/** Length without a last UTF-8 character that is cut. */
function wholeCharacters(bytes: Buffer): number {
  let last = bytes.length - 1;
  while (last > 0 && last > bytes.length - 4 && isInside(bytes[last])) last -= 1;
  const byte = bytes[last] ?? 0;
  const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  return last + needed > bytes.length ? Math.max(0, last) : bytes.length;
}

function isInside(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
