import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";function e(n){return typeof n=="object"&&n!==null&&!Array.isArray(n)}t(e,"isJsonObject");function o(n){return Array.isArray(n)?`[${n.map(i=>o(i)).join(",")}]`:e(n)?`{${Object.keys(n).sort().filter(r=>n[r]!==void 0).map(r=>`${JSON.stringify(r)}:${o(n[r]??null)}`).join(",")}}`:typeof n=="bigint"?String(n):JSON.stringify(n)}t(o,"canonicalJson");function s(n){return typeof n=="number"||typeof n=="bigint"}t(s,"isNumber");export{e as a,o as b,s as c};
