import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{b as o}from"./domain-matching-glob.js";import{a as t}from"./.js";function c(n,e){return n===""?!1:n===e||s(n)(e)}t(c,"matchesNameGlob");var i=new Map;function s(n){let e=i.get(n);if(e!==void 0)return e;let r=o(n,"name");return i.set(n,r),r}t(s,"compile");export{c as a};
