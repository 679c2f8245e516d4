import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";function o(n){let t=JSON.stringify(n,null,2);process.stdout.write(`${t.replace(/[^\P{C}\n]/gu,e).replaceAll("##[","#\\u0023[")}
`)}r(o,"printJson");function e(n){return[...Array(n.length).keys()].map(t=>`\\u${n.charCodeAt(t).toString(16).padStart(4,"0")}`).join("")}r(e,"escaped");export{o as a};
