/**
 * Continues if nothing reads this process's output any longer, as after "| head -1" or when the terminal is closed: results are
 * still written, and the exit code gives the verdict.
 *
 * @param onLoss called once if standard output can't be written although someone reads it, such as on a full disk: with the
 * system's error code
 */
export function tolerateClosedOutput(onLoss: (code: string) => void): void {
  let isReported = false;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const code = error.code ?? error.message;
    if (isReported || CLOSED.has(code)) return;
    isReported = true;
    onLoss(code);
  });
}

/** A pipe without a reader, a closed terminal, and writes after that. */
const CLOSED: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
