import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a,b as m}from"./domain-checks-scopes.js";import{a as r}from"./.js";function c(n){return a(n).flatMap(({turn:e,expect:o})=>(o.custom??[]).map((i,t)=>({id:`${m(e)}custom.${t+1}`,turn:e,expectation:i})))}r(c,"customChecks");var s="response.similar.embedding";function p(n){return a(n).flatMap(({turn:e,expect:o})=>{let{to:i=[],min:t}=o.response?.similar??{};return t?.embedding===void 0?[]:[{id:`${m(e)}${s}`,turn:e,to:i,min:t.embedding}]})}r(p,"embeddingChecks");export{c as a,s as b,p as c};
