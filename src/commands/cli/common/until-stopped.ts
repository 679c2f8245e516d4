import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';

/** Ends the process with the exit code of the work, or with the code of the signal that stopped it. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const stop = abortOnSignals();
  try {
    const code = await work(stop.signal);
    process.exitCode = stop.code() ?? code;
  } finally {
    stop.release();
  }
}
