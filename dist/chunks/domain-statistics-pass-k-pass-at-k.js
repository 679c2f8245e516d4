import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";function m(l,u,e){if(u<e||e<1)return null;let r=1;for(let n=0;n<e;n++)r*=Math.max(0,u-l-n)/(u-n);return 1-r}t(m,"passAtK");function o(l,u,e){if(u<e||e<1)return null;let r=1;for(let n=0;n<e;n++)r*=Math.max(0,l-n)/(u-n);return r}t(o,"passHatK");export{m as a,o as b};
