import { join, resolve } from 'node:path';

/** What is shipped: `dist/`, or the folder that BENCH_DIST names. */
export const DIST = resolve(process.env['BENCH_DIST'] ?? 'dist');

/** The terminal command. */
export const CLI = join(DIST, 'cli.js');

/** The action. */
export const ACTION = join(DIST, 'index.js');
