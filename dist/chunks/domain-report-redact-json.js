import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as o}from"./domain-json.js";import{a as i}from"./.js";function s(t,n){return typeof t=="string"?n(t):typeof t=="number"?n(String(t))===String(t)?t:n(String(t)):Array.isArray(t)?t.map(r=>s(r,n)):o(t)?f(t,n):t}i(s,"redactJson");function f(t,n){return Object.fromEntries(Object.entries(t).map(([r,e])=>[n(r),s(e,n)]))}i(f,"redactObject");export{s as a,f as b};
