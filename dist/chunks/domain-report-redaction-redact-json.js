import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as s,c as o}from"./domain-json.js";import{a as i}from"./.js";function e(t,n){return typeof t=="string"?n(t):o(t)?n(String(t))===String(t)?t:n(String(t)):Array.isArray(t)?t.map(r=>e(r,n)):s(t)?b(t,n):t}i(e,"redactJson");function b(t,n){return Object.fromEntries(Object.entries(t).map(([r,J])=>[n(r),e(J,n)]))}i(b,"redactObject");export{e as a,b};
