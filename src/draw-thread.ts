/** The program of a thread that makes draws for `calibrate`. */
const { makeDraws } = await import('./entry/cli/calibrate/make-draws.ts');
makeDraws();

export {};
