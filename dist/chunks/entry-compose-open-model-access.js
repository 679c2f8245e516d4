import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as o}from"./.js";async function t(e){let{config:n,environment:s,judges:l}=e;if(l===!0&&n.judge!==null||d(n))return(await import("./entry-compose-open-models.js")).openModels(e);let r=n.agent.needs.filter(c=>!s[c]);return{access:{...i,missing_keys:r}}}o(t,"openModelAccess");function d({agent:e,simulated_user:n,embedding:s}){return"record"in e&&e.record!==null||e.kind==="openai"||e.kind==="anthropic"||n!==null||s!==null}o(d,"asksModels");var i={gateway:null,recorder:null,user:null,embedding:null,judge:null,fresh_judge:null,auditor:null,judge_missing:[],replayed_without:[],replayable_trials:null,close:o(async()=>{},"close")};export{t as a};
