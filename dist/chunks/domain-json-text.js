import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function g(s){let c=JSON.parse(s);if(!f.test(s))return c;let a=s.replace(o,(r,t)=>t!==void 0?r:r.startsWith('"')?r.startsWith(n)?`${n}${r.slice(1)}`:r:l(r)?`${n}${r}"`:r);return JSON.parse(a,(r,t)=>typeof t!="string"||!t.startsWith(i)?t:t.startsWith(i,1)?t.slice(1):BigInt(t.slice(1)))}e(g,"parseJsonText");function p(s,c){try{return JSON.stringify(s,null,c)}catch(r){if(!(r instanceof TypeError))throw r}return JSON.stringify(s,(r,t)=>typeof t=="bigint"?`${i}${t}`:typeof t=="string"&&t.startsWith(i)?`${i}${t}`:t,c).replace(o,(r,t)=>{if(t!==void 0||!r.startsWith(n))return r;let u=r.slice(n.length);return u.startsWith(n.slice(1))?`"${u}`:u.slice(0,-1)})}e(p,"jsonText");function J(s){return g(p(s))}e(J,"asJson");var i="\0",n='"\\u0000',o=/"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g,f=/(?:^|[[:,\s])-?\d{16,}(?:[\s,\]}]|$)/;function l(s){return/^-?\d{16,4300}$/.test(s)&&!Number.isSafeInteger(Number(s))}e(l,"isLong");export{g as a,p as b,J as c};
