import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{b as l}from"./domain-trial-trial-range.js";import{a as r}from"./.js";function L(n,{adaptive:e,stored:o,own:a,most:u}){let m=e?y(n):[n.once],[s,...c]=m.map(t=>Math.min(t,Math.max(1,o??t))),d=r(t=>a.reduce((b,f)=>b+(f??t),0),"price"),p=c.filter(t=>u===null||d(t)<=u);return i(s??n.min,p)}r(L,"runLooks");function y({min:n,max:e}){return i(n,[l({min:n,max:e}),e])}r(y,"planLooks");function x(n,e){let o=e.findIndex(a=>n<=a);return o===-1?Math.max(1,e.length):o+1}r(x,"lookOfTrial");function i(n,e){return[n,...new Set(e.filter(o=>o>n))]}r(i,"ascending");function h({looks:n}){return n.at(-1)??1}r(h,"lastLook");export{L as a,y as b,x as c,h as d};
