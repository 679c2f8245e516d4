import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as l}from"./.js";function c(n){let e=[],u=0,f=0;function o(){let t=Buffer.concat(e),r=t.subarray(Math.max(0,t.length-n));f+=t.length-r.length,e=[Buffer.from(r)],u=r.length}return l(o,"trim"),{push(t){t.length!==0&&(e.push(t),u+=t.length,(u>=2*n||e.length>=i)&&o())},text(){o();let t=Buffer.concat(e),r=f>0?t.subarray(a(t)):t;return(f>0?`[${f+t.length-r.length} earlier bytes dropped \u2026]
`:"")+r.toString("utf8")}}}l(c,"createTailBuffer");var i=1024;function a(n){let e=0;for(;e<n.length&&e<4&&((n[e]??0)&192)===128;)e+=1;return e}l(a,"firstCharacter");export{c as a};
