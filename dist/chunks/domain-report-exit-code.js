import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as i}from"./.js";var o={pass:0,fail:1,usage:2,inconclusive:3,error:4};function r(e,{on_inconclusive:n}){return e??(n==="fail"?"inconclusive":"fail")}i(r,"failOnOf");function l(e,n){return e===null&&n.on_inconclusive==="review"?"review":r(e,n)==="inconclusive"?"red":"green"}i(l,"whenOpen");function t(e,n){return(n==="never"?e!=="error":n==="fail"&&e==="inconclusive")?o.pass:o[e]}i(t,"exitCode");export{o as a,r as b,l as c,t as d};
