import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{c as i,d as c}from"./domain-matching-parse-day.js";import{a as e}from"./domain-json.js";import{a as s}from"./.js";function d(n,r){return u(r,f)(n)}s(d,"inWords");function J(n,r){let o=u(r,f);return i(n,r,t=>t===n?null:a(t,o))}s(J,"argumentsInWords");var f=10;function u(n,r){let o=r===0?null:u(n,r-1);return t=>i(t,n,m=>o===null?null:a(m,o))}s(u,"sayer");function a(n,r){if(!e(n))return null;let o=Object.keys(n).flatMap(t=>c.get(t)??[]);return o.length===0?null:o.map(t=>t.words(n,l(t,r))).join(" and ")}s(a,"wordsOf");function l({key:n},r){return o=>{let t=r(o);return n!=="$one_of"&&e(o)&&Object.hasOwn(o,"$one_of")?`(${t})`:t}}s(l,"insideOf");export{d as a,J as b};
