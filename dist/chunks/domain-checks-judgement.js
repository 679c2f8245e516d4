import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";function r(e,n){return{passed:!0,score:e,code:null,reason:n}}t(r,"holds");function s(e,n,u){return{passed:!1,score:n,code:e,reason:u}}t(s,"fails");function l(e,n){return{passed:null,score:null,code:e,reason:n}}t(l,"unjudged");export{r as a,s as b,l as c};
