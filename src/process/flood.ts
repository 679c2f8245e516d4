/** Most bytes of one line of standard output; also of plain text that is an answer. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** Limits of standard output during one trial. Each line costs time whatever its length, so lines are limited too. */
const MAX_STDOUT_BYTES = 64 * 1024 * 1024;
const MAX_STDOUT_LINES = 1_000_000;

/** What an agent printed too much of, and how to fix it. */
export const FLOODED = {
  total:
    'more than 64 MB or a million lines of standard output in one trial; print less, or write debug output to a file',
  line: 'a line of more than 8 MB; keep large values out of the answer, or break the lines of debug output',
  text: 'more than 8 MB of plain text; print the answer alone, or as a line of agent protocol 1',
} as const;

/** Measures standard output. */
export interface FloodGauge {
  add(bytes: number): void;
  addLine(): void;
  bytes(): number;
  /** True if `share` trials at once have printed too much. */
  over(share: number): boolean;
  reset(): void;
}

/** A gauge that has counted nothing yet. */
export function createFloodGauge(): FloodGauge {
  let bytes = 0;
  let lines = 0;
  return {
    add: (more) => {
      bytes += more;
    },
    addLine: () => {
      lines += 1;
    },
    bytes: () => bytes,
    over: (share) => bytes > MAX_STDOUT_BYTES * share || lines > MAX_STDOUT_LINES * share,
    reset: () => {
      bytes = 0;
      lines = 0;
    },
  };
}
