import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as o}from"./.js";import{setTimeout as n}from"node:timers/promises";var i={now:o(()=>Date.now(),"now"),monotonic:o(()=>performance.now(),"monotonic"),sleep:o((t,e)=>n(t,void 0,{signal:e}).catch(()=>{}),"sleep")};export{i as a};
