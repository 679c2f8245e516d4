import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";var s={name:1e3,tags:200,nesting:40};function r(n,t){return typeof n!="object"||n===null?!0:t>0&&Object.values(n).every(o=>r(o,t-1))}e(r,"isNestedWithin");export{s as a,r as b};
