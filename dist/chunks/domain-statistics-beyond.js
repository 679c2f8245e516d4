import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";function o(n,e){return n>e+Math.max(1e-9*Math.abs(e),1e-12)}r(o,"exceeds");function t(n,e){return o(e,n)}r(t,"fallsBelow");function u(n,e){return n<=e*(1+1e-9)}r(u,"reaches");export{o as a,t as b,u as c};
