import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as u}from"./.js";function f(i,n){if(!(n>=0&&n<=1))throw new RangeError(`quantile share must be within 0\u20131, got ${n}`);let o=i.toSorted((l,d)=>l-d),t=n*(o.length-1),e=o[Math.floor(t)],r=o[Math.ceil(t)];return e===void 0||r===void 0?null:e+(t-Math.floor(t))*(r-e)}u(f,"quantile");export{f as a};
