import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as l}from"./entry-cli-error-code.js";import{c as i}from"./domain-gate-words-tests.js";import{c as s}from"./entry-cli-say.js";import{a as n}from"./.js";import{readFile as o}from"node:fs/promises";async function p(r){let e=await u(r);if(e===null)return null;let t=i(e);return"results"in t?t.results:(s(`${r}: ${t.problem}`),null)}n(p,"readResults");async function u(r){try{return await o(r,"utf8")}catch(e){return s(`${r}: can't be read (${l(e)}); name an existing file`),null}}n(u,"readText");export{p as a,u as b};
