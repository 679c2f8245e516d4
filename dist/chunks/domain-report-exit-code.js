import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./.js";var o={pass:0,fail:1,usage:2,inconclusive:3,error:4};function t(i,{on_inconclusive:e}){return i??(e==="fail"?"inconclusive":"fail")}n(t,"failOnOf");function c(i,e){return(e==="never"?i!=="error":e==="fail"&&i==="inconclusive")?o.pass:o[i]}n(c,"exitCode");export{o as a,t as b,c};
