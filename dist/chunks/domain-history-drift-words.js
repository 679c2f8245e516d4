import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./domain-words.js";import{a as o}from"./.js";function i({before:e,now:s,nights:r}){let f=r===1?"in the last one":`over the last ${r} of them`;return`the pass rate of its scheduled runs fell from ${t(e)} to ${t(s)} ${f}`}o(i,"driftWords");export{i as a};
