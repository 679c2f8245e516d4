import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as i}from"./entry-cli-error-code.js";import{b as l}from"./domain-baseline-results-results-schema.js";import{b as n}from"./entry-cli-say.js";import{a as s}from"./.js";import{readFile as o}from"node:fs/promises";async function p(r){let e=await u(r);if(e===null)return null;let t=l(e);return"results"in t?t.results:(n(`${r}: ${t.problem}`),null)}s(p,"readResults");async function u(r){try{return await o(r,"utf8")}catch(e){return n(`${r}: can't be read (${i(e)}); name an existing file`),null}}s(u,"readText");export{p as a,u as b};
