import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The bundle that GitHub runs, as committed. */
export const ACTION_BUNDLE = join(ROOT, 'dist', 'index.js');

/** The bundle of the terminal command, as committed. */
export const CLI_BUNDLE = join(ROOT, 'dist', 'cli.js');

/** The action's metadata. */
export const ACTION_FILE = join(ROOT, 'action.yml');
