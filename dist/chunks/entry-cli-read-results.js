import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as o}from"./entry-cli-error-code.js";import{g as i}from"./domain-baseline-results-results-schema.js";import{b as n}from"./entry-cli-say.js";import{a as e}from"./.js";import{readFile as l,stat as u}from"node:fs/promises";import{join as a}from"node:path";async function g(r){let t=await m(r);if(t===null)return null;let s=i(t);return"results"in s?s.results:(n(`${r}: ${s.problem}`),null)}e(g,"readResults");async function m(r){try{return await l(r,"utf8")}catch(t){return n(`${r}: can't be read (${o(t)}); name an existing file`),null}}e(m,"readText");async function x(r){return(await u(r).catch(()=>null))?.isDirectory()?a(r,"results.json"):r}e(x,"resultsPath");export{g as a,m as b,x as c};
