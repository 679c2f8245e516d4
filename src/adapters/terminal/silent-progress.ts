import type { Progress } from '#application/ports/progress.ts';

/** Shows nothing. */
export const silentProgress: Progress = {
  start() {},
  begins() {},
  trial() {},
  note() {},
  warn() {},
  untrusted() {},
  stop() {},
};
