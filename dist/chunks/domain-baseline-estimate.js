import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{g as i}from"./domain-baseline-pairing-pair-cases.js";import{a as u}from"./.js";function _(n,t){return{trials:n.length,tokens:m(n,t,({usage:l,user_usage:e,judge_usage:r})=>a(a(l.total_tokens,e?.total_tokens),r?.total_tokens)),cost_usd:m(n,t,({usage:l,user_usage:e,judge_usage:r})=>a(a(l.cost_usd,e?.cost_usd),r?.cost_usd))}}u(_,"estimateRun");function f(n,t){let l=u((e,r)=>e!==null&&r!==null&&e>r,"over");return[...l(n.cost_usd,t.max_cost_usd)?["max-cost-usd"]:[],...l(n.tokens,t.max_tokens)?["max-tokens"]:[],...l(n.trials,t.max_trials)?["max-trials"]:[]]}u(f,"capsExceeded");function m(n,t,l){let e=new Map;for(let s of t?.cases??[]){let o=d(s,l);o!==null&&e.set(s.id,o)}if(e.size===0)return null;let r=[...e.values()].reduce((s,o)=>s+o,0)/e.size;return n.reduce((s,{case:{id:o}})=>s+(e.get(o)??r),0)}u(m,"expected");function d(n,t){let l=i(n).flatMap(e=>t(e)??[]);return l.length===0?null:l.reduce((e,r)=>e+r,0)/l.length}u(d,"meanOf");function a(n,t){return n===null?null:n+(t??0)}u(a,"plus");export{_ as a,f as b};
