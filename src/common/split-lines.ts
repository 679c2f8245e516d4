/**
 * Splits bytes into lines of text, only at `
 * `. Chunks may end anywhere, even in the middle of a character. Empty lines are left out, and so are lines that can't be
 * useful JSON: those longer than {@link LONGEST_LINE}, of which no more than that is kept in memory, and those that are not
 * UTF-8.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string, void, void> {
  let line = EMPTY;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield* textOf(longer(line, chunk.subarray(start, end)));
      line = EMPTY;
      start = end + 1;
    }
    line = longer(line, chunk.subarray(start));
  }
  yield* textOf(line);
}

/** An incomplete line; `parts` is null once it is too long to keep. */
interface Line {
  readonly parts: readonly Uint8Array[] | null;
  readonly bytes: number;
}

const EMPTY: Line = { parts: [], bytes: 0 };

function longer({ parts, bytes: before }: Line, part: Uint8Array): Line {
  const bytes = before + part.byteLength;
  return { parts: parts === null || bytes > LONGEST_LINE ? null : [...parts, part], bytes };
}

function textOf({ parts, bytes }: Line): readonly string[] {
  if (parts === null || bytes === 0) return [];
  try {
    return [whole(parts)];
  } catch {
    return [];
  }
}

function whole(parts: readonly Uint8Array[]): string {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return ONE_PART.decode(only);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}

/** Holds nothing from one line to the next, and takes a few microseconds to make. */
const ONE_PART = new TextDecoder('utf-8', { fatal: true });

/** Bytes; stored trajectories are truncated at a quarter of it. */
export const LONGEST_LINE = 1024 * 1024;
const NEWLINE = 0x0a;
