import type { Progress } from '#ports/progress.ts';

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
