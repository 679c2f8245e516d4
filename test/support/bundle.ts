import { join } from 'node:path';
import { SHARED_TEMPORARY } from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The bundle that GitHub runs, as committed. */
export const ACTION_BUNDLE = join(ROOT, 'dist', 'index.js');

/** The bundle of the terminal command, as committed. */
export const CLI_BUNDLE = join(ROOT, 'dist', 'cli.js');

/** The action's metadata. */
export const ACTION_FILE = join(ROOT, 'action.yml');

/** Saves each start of a bundle from compiling it again; it changes nothing else. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(SHARED_TEMPORARY, 'agent-eval-compile-cache') };
