import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as i}from"./domain-statistics-distributions-normal.js";import{a as u}from"./.js";function f(e){let n=e.filter(({trials:r})=>r>0),o=n.reduce((r,{rate:t})=>r+t,0)/n.length,c=n.length**2/n.reduce((r,{trials:t})=>r+1/t,0),l=a(o,c);return l===null?null:{value:o,ci95:l}}u(f,"floorBounds");function a(e,n){if(!(n>0))return null;let o=i**2,c=1+o/n,l=(e+o/(2*n))/c,r=e*(1-e)/n+o/(4*n*n),t=i*Math.sqrt(r)/c;return{low:e<=0?0:Math.max(0,l-t),high:e>=1?1:Math.min(1,l+t)}}u(a,"wilsonInterval");function h(e){return`run the workflow once on ${e} (Actions, "Run workflow": its file needs workflow_dispatch under "on:")`}u(h,"runMainOnce");export{h as a,f as b,a as c};
