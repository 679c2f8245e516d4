import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function b(t){let{config:o,trials:r,cases:n,tags:a,runAll:i,baselineRequired:p,confirm:s,onMissingSecrets:m,...u}=t,{maxCostUsd:l,maxTokens:c,maxDuration:d,maxTrials:f,allowedHosts:x,replay:g,passEnv:y,..._}=u,{trajectories:k,...T}=_;return{...T,config_path:o,selection:{ids:n,tags:a},trials:r,run_all:i,baseline_required:p,confirm:s==="job"?"never":s,on_missing_secrets:m,budget:R({maxCostUsd:l,maxTokens:c,maxDuration:d,maxTrials:f}),allowed_hosts:x,replay:g,pass_env:y,trajectories:k}}e(b,"settingsOf");function R(t){return{max_cost_usd:t.maxCostUsd,max_tokens:t.maxTokens,max_duration_ms:t.maxDuration,max_trials:t.maxTrials}}e(R,"budgetOf");export{b as a,R as b};
