import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';

/** Ends the process with what the work comes to, or with the code of the signal that stopped it. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const stop = abortOnSignals();
  try {
    const code = await work(stop.signal);
    process.exitCode = stop.code() ?? code;
  } finally {
    stop.release();
  }
}
