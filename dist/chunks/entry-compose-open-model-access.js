import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as s}from"./.js";async function t(e){let{config:o,environment:n,judges:l}=e;if(l===!0&&o.judge!==null||i(o))return(await import("./entry-compose-open-models.js")).openModels(e);let r=o.agent.needs.filter(c=>!n[c]);return{access:{...d,missing_keys:r}}}s(t,"openModelAccess");function i({agent:e,simulated_user:o}){return"record"in e&&e.record!==null||e.kind==="openai"||e.kind==="anthropic"||o!==null}s(i,"asksModels");var d={gateway:null,recorder:null,user:null,judge:null,fresh_judge:null,auditor:null,judge_missing:[],replayed_without:[],replayable_trials:null,close:s(async()=>{},"close")};export{t as a};
