import { createFloodGauge, type FloodGauge } from '#process/flood.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';

/** What an agent prints besides its answers during one trial, with bounded memory. */
export interface TrialOutput {
  /** All standard output of the trial, answers included. */
  readonly stdout: FloodGauge;
  /** A line of the agent's log. */
  log(text: string): void;
  /** A line of JSON that answered no turn; it is in the log too. */
  unexpected(text: string): void;
  strays(): number;
  stderr(chunk: Buffer): void;
  /** What came next may be another trial's: its process had several. */
  shared(): void;
  isShared(): boolean;
  texts(): { readonly log: string; readonly stderr: string };
}

/** Bytes kept of the log, and of standard error. */
export const KEPT_BYTES = 64 * 1024;

/** An empty capture for one trial. */
export function createCapture(): TrialOutput {
  const log = createTailBuffer(KEPT_BYTES);
  const stderr = createTailBuffer(KEPT_BYTES);
  let strays = 0;
  let isShared = false;
  const write = (text: string) => log.push(Buffer.from(`${text}\n`, 'utf8'));
  return {
    stdout: createFloodGauge(),
    log: write,
    unexpected(text) {
      strays += 1;
      write(text);
    },
    strays: () => strays,
    stderr: (chunk) => stderr.push(chunk),
    shared() {
      isShared = true;
    },
    isShared: () => isShared,
    texts: () => ({ log: log.text(), stderr: stderr.text() }),
  };
}

/** Gives output of a process to the trials that it may be of: with several, nobody knows whose it is. */
export function toAll(captures: Iterable<TrialOutput>, give: (capture: TrialOutput) => void): void {
  const all = new Set(captures);
  for (const capture of all) {
    if (all.size > 1) capture.shared();
    give(capture);
  }
}
