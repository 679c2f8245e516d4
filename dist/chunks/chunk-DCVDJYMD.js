import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./chunk-LGG6K5BD.js";function T(o,t,f){let u=0,i=0,e;function r(){return Math.max(0,performance.now()-u-(t()-i))}n(r,"elapsed");function l(s){let h=o-r();e=setTimeout(a,Math.min(Math.max(h,s),d))}n(l,"arm");function a(){r()>=o-1?f():l(m)}n(a,"check");function c(){clearTimeout(e),u=performance.now(),i=t(),l(0)}return n(c,"restart"),c(),{restart:c,elapsed:r,stop:n(()=>clearTimeout(e),"stop")}}n(T,"startTurnClock");var m=20,d=2147483647;function b(o){let t=[],f=0,u=0;function i(){let e=Buffer.concat(t),r=e.subarray(Math.max(0,e.length-o));u+=e.length-r.length,t=[Buffer.from(r)],f=r.length}return n(i,"trim"),{push(e){e.length!==0&&(t.push(e),f+=e.length,(f>=2*o||t.length>=p)&&i())},text(){i();let e=Buffer.concat(t),r=u>0?e.subarray(g(e)):e;return(u>0?`[${u+e.length-r.length} earlier bytes dropped \u2026]
`:"")+r.toString("utf8")}}}n(b,"createTailBuffer");var p=1024;function g(o){let t=0;for(;t<o.length&&t<4&&((o[t]??0)&192)===128;)t+=1;return t}n(g,"firstCharacter");export{T as a,b};
