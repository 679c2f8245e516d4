import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as l}from"./chunk-XYCCHJ43.js";import{c as s}from"./chunk-BLFOD5GD.js";import{c as i}from"./chunk-MTVMA52I.js";import{a as n}from"./chunk-LGG6K5BD.js";import{readFile as o}from"node:fs/promises";async function p(r){let e=await u(r);if(e===null)return null;let t=i(e);return"results"in t?t.results:(s(`${r}: ${t.problem}`),null)}n(p,"readResults");async function u(r){try{return await o(r,"utf8")}catch(e){return s(`${r}: can't be read (${l(e)}); name an existing file`),null}}n(u,"readText");export{p as a,u as b};
