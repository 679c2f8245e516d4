import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";function s(){let o=r(()=>{},"settle");return{promise:new Promise(e=>{o=e}),resolve:r(e=>o(e),"resolve")}}r(s,"createDeferred");async function m(o,t){let e=s(),i=setTimeout(()=>e.resolve(!1),t),n=await Promise.race([o.then(()=>!0),e.promise]);return clearTimeout(i),n}r(m,"settledWithin");export{s as a,m as b};
