import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{C as n,D as r,J as s}from"./zod.js";import{b as t}from"./domain-json.js";import{a as o}from"./.js";function p(e){return n(s(r(t(e))))}o(p,"hashJson");export{p as a};
