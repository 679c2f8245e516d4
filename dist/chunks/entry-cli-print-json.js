import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{b as r}from"./domain-json-text.js";import{a as o}from"./.js";function p(t){let n=r(t,2);process.stdout.write(`${n.replace(/[^\P{C}\n]/gu,e).replaceAll("##[","#\\u0023[")}
`)}o(p,"printJson");function e(t){return[...Array(t.length).keys()].map(n=>`\\u${t.charCodeAt(n).toString(16).padStart(4,"0")}`).join("")}o(e,"escaped");export{p as a,e as b};
