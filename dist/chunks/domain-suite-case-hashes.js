import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{c as s}from"./domain-json-text.js";import{a as i}from"./domain-hash-json.js";import{a}from"./.js";var c=1;function y({history:n,context:t,turns:e,simulated_user:r,mocks:o}){return i({history:s(n),context:t,inputs:e.map(({input:u})=>u),...r===null?{}:{simulated_user:s(r)},...Object.keys(o).length===0?{}:{mocks:s(o)}})}a(y,"inputHash");function m({expect:n,turns:t}){return i({expect:s(n),turns:t.map(e=>s(e.expect))})}a(m,"expectHash");function x(n,t,e){return n.flatMap(({candidate:r,baseline:o})=>r!==null&&o!==null&&l(o,t)&&!l(r,e)?[r.id]:[])}a(x,"lostMarks");function l({id:n,tags:t},e){return e.includes(n)||t.some(r=>e.includes(r))}a(l,"isMarked");export{c as a,y as b,m as c,x as d,l as e};
