import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";function s(n){return o(n instanceof Error?n.message:String(n))}t(s,"errorMessage");function o(n){let e=n.toWellFormed().replaceAll(/[\s\p{C}]+/gu," ");return e.length<=r?e:`${e.slice(0,r)}\u2026`.toWellFormed()}t(o,"plainLine");var r=300;export{s as a,o as b};
