import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function p(o,r,m){let u=0,c=0,t;function n(){return Math.max(0,performance.now()-u-(r()-c))}e(n,"elapsed");function i(s){let d=o-n();t=setTimeout(f,Math.min(Math.max(d,s),T))}e(i,"arm");function f(){n()>=o-1?m():i(l)}e(f,"check");function a(){clearTimeout(t),u=performance.now(),c=r(),i(0)}return e(a,"restart"),a(),{restart:a,elapsed:n,stop:e(()=>clearTimeout(t),"stop")}}e(p,"startTurnClock");var l=20,T=2147483647;export{p as a};
