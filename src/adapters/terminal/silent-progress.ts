import type { Progress } from '#application/ports.ts';

/** Says nothing. */
export const silentProgress: Progress = {
  start() {},
  trial() {},
  note() {},
  warn() {},
  untrusted() {},
  stop() {},
};
