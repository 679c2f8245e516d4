import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./.js";var o={red:[31,39],green:[32,39],yellow:[33,39],dim:[2,22]};function d(e,r){let[t,i]=o[r];return`\x1B[${t}m${e}\x1B[${i}m`}n(d,"paint");export{d as a};
