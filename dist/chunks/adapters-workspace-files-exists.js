import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";import{lstat as r}from"node:fs/promises";async function o(e){return r(e).then(()=>!0,()=>!1)}t(o,"exists");export{o as a};
