import { join, resolve } from 'node:path';

/** The terminal command as it is shipped: from `dist/`, or from the folder that BENCH_DIST names. */
export const CLI = resolve(join(process.env['BENCH_DIST'] ?? 'dist', 'cli.js'));
