import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";function f(n,a){let e=Object.entries(n).flatMap(([r,i])=>{let d=i[a];return d===void 0?[]:[[r,{...i,...d}]]});return Object.fromEntries(e)}t(f,"sidesOf");function l(n){return n.replaceAll(/-(\w)/g,(a,e)=>e.toUpperCase())}t(l,"camel");function s({kind:n,default:a}){let e=a===void 0?null:n.read(a);return e!==null&&"value"in e?e.value:n.absent}t(s,"defaultOf");function u(n){return o(Object.entries(n).map(([a,e])=>[a,s(e)]))}t(u,"defaultsOf");function o(n){let a=n.map(([e,r])=>[l(e),r]);return Object.fromEntries(a)}t(o,"valuesOf");export{f as a,l as b,s as c,u as d,o as e};
