import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{l as o}from"./domain-suite-demands-lost-demands.js";import{a as e}from"./.js";function h(n,s){let{verdict:i,title:a,reasons:r,decision:t}=n,{has_baseline:c,pool:p,left_out:m,condition_differences:d,treatment_changes:l,cases:f}=s;return{verdict:i,title:a,reasons:r,decision:t,comparison:{has_baseline:c,pool:p,left_out:m,condition_differences:d,treatment_changes:l,pass_k:o(s),cases:f.map(({id:_,status:y,reason:u,baseline_id:b,regraded:C})=>({id:_,status:y,reason:u,baseline_id:b,regraded:C}))}}}e(h,"decisionJson");export{h as a};
