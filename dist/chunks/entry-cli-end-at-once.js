import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{b as t}from"./entry-cli-say.js";import{a as e}from"./.js";function d(n){t(`
Ended at once; trials that had not ended are lost`),process.exit(n)}e(d,"endAtOnce");export{d as a};
