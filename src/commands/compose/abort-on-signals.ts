import { constants } from 'node:os';

/**
 * Turns the signals that ask a process to end into an abort: Ctrl-C, a closed terminal, Ctrl-\ and a plain kill. The process
 * continues, to write its results and to end what it started. Exit codes are 128 + the signal's number.
 *
 * @param acknowledge called at once, at the first signal, because ending everything takes a while
 * @param insist called at a further signal, with the exit code; not in the first moment, because npx sends each signal twice
 */
export function abortOnSignals(
  acknowledge: () => void = () => {},
  insist: (code: number) => void = () => {},
): {
  readonly signal: AbortSignal;
  /** Exit code of the first signal, `null` if there was none. */
  code(): number | null;
  release(): void;
} {
  const controller = new AbortController();
  let code: number | null = null;
  let since = 0;
  const onSignal = (name: NodeJS.Signals): void => {
    if (code !== null && performance.now() - since > TWICE_MS) insist(code);
    if (code === null) {
      since = performance.now();
      acknowledge();
    }
    code ??= 128 + constants.signals[name];
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    code: () => code,
    release() {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}

/** Two signals within this time are one. */
const TWICE_MS = 400;

const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGTERM'] as const;
