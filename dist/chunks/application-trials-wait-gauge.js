import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as i}from"./.js";function u(t){let o=0,e=0,a=0,l=null,r=i(()=>l??a+(o>0?t.monotonic()-e:0),"total");return{total:r,note(n){n&&o===0&&(e=t.monotonic()),o+=n?1:-1,!n&&o===0&&(a+=t.monotonic()-e)},stop(){l=r()}}}i(u,"createWaitGauge");export{u as a};
