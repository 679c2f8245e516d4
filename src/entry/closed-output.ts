/**
 * Goes on when nobody reads any more what this process says, as after "| head -1" or when the terminal is closed: results are still written,
 * and the exit code tells the verdict.
 *
 * @param lost told once why standard output can't be written although somebody wants it, such as on a full disk: the code of the system
 */
export function tolerateClosedOutput(lost: (code: string) => void): void {
  let isTold = false;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const code = error.code ?? error.message;
    if (isTold || CLOSED.has(code)) return;
    isTold = true;
    lost(code);
  });
}

/** A pipe without a reader, a terminal that is gone, and what is written after that. */
const CLOSED: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
