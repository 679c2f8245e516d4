import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function u({created_at:r,finished_at:n}){let t=Date.parse(n??"")-Date.parse(r);return t>0&&t<=s?t:null}e(u,"runDuration");var s=840*60*60*1e3;export{u as a};
