import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";function y({passed:o,scored:t}){return t===0?null:o/t}r(y,"passRateOf");var s="\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";function p(o,t=0){let a=o.filter(n=>n!==null),l=a.reduce((n,e)=>Math.max(n,e),Number.NEGATIVE_INFINITY),i=a.reduce((n,e)=>Math.min(n,e),Number.POSITIVE_INFINITY),d=Math.max(l-i,t),u=r(n=>{let e=d===0?1:1-(l-n)/d;return s[Math.round(e*(s.length-1))]??""},"bar");return o.map(n=>n===null?"\xB7":u(n)).join("")}r(p,"sparkline");var g=.2;export{y as a,p as b,g as c};
