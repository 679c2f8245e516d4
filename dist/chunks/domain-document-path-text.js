import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";var r=/^[A-Za-z_$][A-Za-z0-9_$-]*$/;function u(t){return t.map((n,o)=>i(n,o===0)).join("")}e(u,"pathText");function i(t,n){return typeof t=="number"?`[${t}]`:r.test(t)?n?t:`.${t}`:`[${JSON.stringify(t)}]`}e(i,"partText");export{u as a};
