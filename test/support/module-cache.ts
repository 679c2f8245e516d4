import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_TEMPORARY } from './temporary-folder.ts';

const dependencies = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

/** Where Vitest keeps modules as it has read them: it finds them again after an `npm ci`, which empties node_modules, if it installs the same. */
export const MODULE_CACHE = join(SHARED_TEMPORARY, `agent-eval-modules-${dependencies.slice(0, 8)}`);
