/** The program of a thread that makes draws beside that of `calibrate`. On use, so that the bundle cuts no chunk for it alone. */
const [{ workAsThread }, { tallyDraws }] = await Promise.all([
  import('./adapters/process/threads.ts'),
  import('./domain/calibration/tally-draws.ts'),
]);
workAsThread(tallyDraws);

export {};
