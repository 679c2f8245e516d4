import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as i}from"./chunk-CRIWDRVW.js";import{a as r}from"./chunk-LGG6K5BD.js";function e(t,n){return typeof t=="string"?n(t):typeof t=="number"?n(String(t))===String(t)?t:n(String(t)):Array.isArray(t)?t.map(o=>e(o,n)):i(t)?f(t,n):t}r(e,"redactJson");function f(t,n){return Object.fromEntries(Object.entries(t).map(([o,s])=>[n(o),e(s,n)]))}r(f,"redactObject");var m=/^[A-Za-z_$][A-Za-z0-9_$-]*$/;function J(t){return t.map((n,o)=>c(n,o===0)).join("")}r(J,"pathText");function c(t,n){return typeof t=="number"?`[${t}]`:m.test(t)?n?t:`.${t}`:`[${JSON.stringify(t)}]`}r(c,"partText");export{J as a,e as b,f as c};
