import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{d as o}from"./domain-gate-words-confirmation.js";import{a as s}from"./.js";function h(n,e){let{verdict:i,title:a,reasons:r,decision:t}=n,{has_baseline:c,pool:p,left_out:d,condition_differences:m,treatment_changes:l,cases:f}=e;return{verdict:i,title:a,reasons:r,decision:t,comparison:{has_baseline:c,pool:p,left_out:d,condition_differences:m,treatment_changes:l,pass_k:o(e),cases:f.map(({id:_,status:y,reason:u,baseline_id:b,regraded:C})=>({id:_,status:y,reason:u,baseline_id:b,regraded:C}))}}}s(h,"decisionJson");export{h as a};
