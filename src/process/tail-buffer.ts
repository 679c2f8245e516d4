/** Keeps the last bytes of a text stream and counts the dropped ones. Memory stays below twice the capacity. */
export interface TailBuffer {
  push(chunk: Buffer): void;
  /**
   * The kept text; a first line in brackets says how much is missing before it, with the `…` by which redaction recognises a
   * cut.
   */
  text(): string;
}

/** A buffer for `capacity` bytes. */
export function createTailBuffer(capacity: number): TailBuffer {
  let chunks: Buffer[] = [];
  let size = 0;
  let dropped = 0;

  function trim(): void {
    const all = Buffer.concat(chunks);
    const tail = all.subarray(Math.max(0, all.length - capacity));
    dropped += all.length - tail.length;
    // Copied, so that the larger buffer behind the view can be freed.
    chunks = [Buffer.from(tail)];
    size = tail.length;
  }

  return {
    push(chunk) {
      if (chunk.length === 0) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= 2 * capacity || chunks.length >= MAX_CHUNKS) trim();
    },
    text() {
      trim();
      const whole = Buffer.concat(chunks);
      const tail = dropped > 0 ? whole.subarray(firstCharacter(whole)) : whole;
      const note = dropped > 0 ? `[${dropped + whole.length - tail.length} earlier bytes dropped …]\n` : '';
      return note + tail.toString('utf8');
    },
  };
}

const MAX_CHUNKS = 1024;

/** Offset of the first byte that starts a UTF-8 character. */
function firstCharacter(bytes: Buffer): number {
  let offset = 0;
  while (offset < bytes.length && offset < 4 && ((bytes[offset] ?? 0) & 0xc0) === 0x80) offset += 1;
  return offset;
}
