import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./.js";function a(e){return Object.keys(e)}n(a,"keysOf");function r(e,y){let t={};for(let o of e)t[o]=y(o);return t}n(r,"keyed");export{a,r as b};
