/** Turns SIGINT and SIGTERM into an abort; the process itself lives on to write what it has. Exit codes are 128 + the signal's number. */
export function abortOnSignals(): {
  readonly signal: AbortSignal;
  /** Exit code of the signal that came, `null` when none did. */
  code(): number | null;
  release(): void;
} {
  const controller = new AbortController();
  let code: number | null = null;
  const onSignal = (name: NodeJS.Signals): void => {
    code ??= name === 'SIGINT' ? 130 : 143;
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    code: () => code,
    release() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
