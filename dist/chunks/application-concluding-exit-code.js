import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as i}from"./.js";function c(n,{on_inconclusive:e}){return n??(e==="fail"?"inconclusive":"fail")}i(c,"failOnOf");function a(n,e){switch(n){case"pass":return 0;case"fail":return e==="never"?0:1;case"inconclusive":return e==="inconclusive"?3:0;case"error":return 4}}i(a,"exitCode");var o={red:[31,39],green:[32,39],yellow:[33,39],dim:[2,22]};function u(n,e){let[r,t]=o[e];return`\x1B[${r}m${n}\x1B[${t}m`}i(u,"paint");export{u as a,c as b,a as c};
