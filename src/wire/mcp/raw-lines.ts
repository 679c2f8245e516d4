/** Splits a byte stream into lines that keep their line feeds, so that joined they are the stream again. */
export interface RawLines {
  push(chunk: Buffer): void;
  /** What follows the last line feed. */
  flush(): void;
}

/** Calls `onLine` for each line; a line over `maxBytes` comes in pieces, each `whole: false`. */
export function createRawLines(onLine: (bytes: Buffer, whole: boolean) => void, maxBytes = MAX_LINE_BYTES): RawLines {
  let chunks: Buffer[] = [];
  let size = 0;
  let broken = false;

  function emit(whole: boolean): void {
    const bytes = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    onLine(bytes, whole && !broken);
    broken = !whole;
  }

  return {
    push(chunk) {
      let start = 0;
      while (start < chunk.length) {
        const end = chunk.indexOf(LINE_FEED, start);
        const stop = end === -1 ? chunk.length : end + 1;
        chunks.push(chunk.subarray(start, stop));
        size += stop - start;
        if (end !== -1) emit(true);
        else if (size > maxBytes) emit(false);
        start = stop;
      }
    },
    flush() {
      if (size > 0) emit(false);
    },
  };
}

const LINE_FEED = 0x0a;
const MAX_LINE_BYTES = 64 * 1024 * 1024;
