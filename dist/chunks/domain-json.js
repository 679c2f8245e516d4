import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";function e(n){return typeof n=="object"&&n!==null&&!Array.isArray(n)}t(e,"isJsonObject");function s(n){return Array.isArray(n)?`[${n.map(o=>s(o)).join(",")}]`:e(n)?`{${Object.keys(n).sort().filter(r=>n[r]!==void 0).map(r=>`${JSON.stringify(r)}:${s(n[r]??null)}`).join(",")}}`:JSON.stringify(n)}t(s,"canonicalJson");export{e as a,s as b};
