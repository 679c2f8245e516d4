import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function D(o,s){let{verdict:n,title:i,reasons:a,decision:t}=o,{has_baseline:r,pool:c,left_out:d,condition_differences:m,treatment_changes:p,cases:l}=s;return{verdict:n,title:i,reasons:a,decision:t,comparison:{has_baseline:r,pool:c,left_out:d,condition_differences:m,treatment_changes:p,cases:l.map(({id:f,status:_,reason:u,baseline_id:b,regraded:y})=>({id:f,status:_,reason:u,baseline_id:b,regraded:y}))}}}e(D,"decisionJson");export{D as a};
