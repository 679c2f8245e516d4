import { workAsThread } from '#adapters/process/threads.ts';
import { tallyDraws } from '#domain/calibration/tally-draws.ts';

/** Makes draws beside the thread of `calibrate`. */
export function makeDraws(): void {
  workAsThread(tallyDraws);
}
