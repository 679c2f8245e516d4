/** Splits a byte stream into lines. */
export interface LineSplitter {
  /** Returns `false` when a line exceeds the limit; the stream is then no longer read. */
  push(chunk: Buffer): boolean;
  /** Passes on a last line without line feed. */
  flush(): void;
}

/** Calls `onLine` with each line and its length in bytes (without line feed). Holds at most `maxBytes` of an unfinished line. */
export function createLineSplitter(maxBytes: number, onLine: (line: string, bytes: number) => void): LineSplitter {
  let parts: Buffer[] = [];
  let heldBytes = 0;
  let broken = false;

  function take(last: Buffer): void {
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    heldBytes = 0;
    onLine(decodeLine(bytes), bytes.length);
  }

  return {
    push(chunk) {
      let start = 0;
      while (!broken) {
        const end = chunk.indexOf(LINE_FEED, start);
        const rest = end === -1 ? chunk.length - start : end - start;
        if (heldBytes + rest > maxBytes) {
          broken = true;
          parts = [];
          break;
        }
        if (end === -1) {
          if (rest > 0) {
            // Copy small pieces: a view would keep the whole chunk in memory.
            parts.push(rest < chunk.length ? Buffer.from(chunk.subarray(start)) : chunk);
            heldBytes += rest;
          }
          break;
        }
        take(chunk.subarray(start, end));
        start = end + 1;
      }
      return !broken;
    },
    flush() {
      if (!broken && heldBytes > 0) take(Buffer.alloc(0));
    },
  };
}

const LINE_FEED = 0x0a;

/** Text of a line's bytes: UTF-8, without byte order mark and carriage return. */
export function decodeLine(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return unmarked.endsWith('\r') ? unmarked.slice(0, -1) : unmarked;
}
