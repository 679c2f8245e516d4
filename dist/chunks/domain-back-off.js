import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";function m(u,e,t){let n=Math.min(b*2**(u-1),t);return n/2+e*n/2}r(m,"backOffMs");var b=500;export{m as a};
