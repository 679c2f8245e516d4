import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as l}from"./.js";function t(n,a,e){return n.flatMap(({candidate:r,baseline:o})=>r!==null&&o!==null&&d(o,a)&&!d(r,e)?[r.id]:[])}l(t,"lostMarks");function d({id:n,tags:a},e){return e.includes(n)||a.some(r=>e.includes(r))}l(d,"isMarked");export{t as a,d as b};
