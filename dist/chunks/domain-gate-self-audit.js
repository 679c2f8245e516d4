import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n,n as o}from"./domain-words.js";import{a}from"./.js";function d({comparisons:e,red:i,ci95:t,promised:l,repeated:r}){let u=`on this repository: ${o(e,"unchanged comparison")}, ${i} red (95 %: at most ${n(t.high)}), promised ${n(l)}`;return r===null||r.failures===0?u:`${u}; main confirmed ${r.confirmed} of ${o(r.failures,"failure")}`}a(d,"auditWords");function m(e){if(!e.broken)return null;let{red:i,comparisons:t,ci95:l,promised:r}=e;return`This gate is red on this repository more often than it promises: ${i} of ${o(t,"comparison")} without any change were red (95 %: at least ${n(l.low)}), promised ${n(r)}.`}a(m,"auditWarning");export{d as a,m as b};
