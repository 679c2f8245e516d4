import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";var t={red:[31,39],green:[32,39],yellow:[33,39],cyan:[36,39],dim:[2,22],bold:[1,22]};function u(r,o){let[n,l]=t[o];return`\x1B[${n}m${r}\x1B[${l}m`}e(u,"inColour");function i({colours:r}){return(o,n)=>r&&o!==""?u(o,n):o}e(i,"painter");export{u as a,i as b};
