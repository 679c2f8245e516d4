import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as u}from"./.js";function a(t,e){let n=new Set([...t.models??[],...e.models??[]]);return{input_tokens:s(t.input_tokens,e.input_tokens),output_tokens:s(t.output_tokens,e.output_tokens),total_tokens:s(t.total_tokens,e.total_tokens),cost_usd:s(t.cost_usd,e.cost_usd,1e15),estimated:t.estimated||e.estimated,...l("cache_read_tokens",t,e),...l("cache_write_tokens",t,e),...l("reasoning_tokens",t,e),...n.size===0?{}:{models:[...n].sort()}}}u(a,"addUsage");function l(t,e,n){return e[t]===void 0&&n[t]===void 0?{}:{[t]:s(e[t]??null,n[t]??null)}}u(l,"addedPart");function s(t,e,n=Number.MAX_SAFE_INTEGER){return t===null||e===null?null:t+e<=n?t+e:null}u(s,"addCounts");export{a,s as b};
