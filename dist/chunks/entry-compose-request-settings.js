import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function R(t){let{config:o,trials:r,cases:a,tags:n,baselineRequired:i,confirm:s,onMissingSecrets:p,...m}=t,{maxCostUsd:u,maxTokens:c,maxDuration:l,maxTrials:d,allowedHosts:f,replay:x,passEnv:g,...y}=m,{trajectories:_,...k}=y;return{...k,config_path:o,selection:{ids:a,tags:n},trials:r,baseline_required:i,confirm:s==="job"?"never":s,on_missing_secrets:p,budget:T({maxCostUsd:u,maxTokens:c,maxDuration:l,maxTrials:d}),allowed_hosts:f,replay:x,pass_env:g,trajectories:_}}e(R,"settingsOf");function T(t){return{max_cost_usd:t.maxCostUsd,max_tokens:t.maxTokens,max_duration_ms:t.maxDuration,max_trials:t.maxTrials}}e(T,"budgetOf");export{R as a,T as b};
