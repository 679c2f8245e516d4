import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{g as a}from"./domain-baseline-pairing-pair-cases.js";import{a as t}from"./.js";function f(n,r){return{trials:n.length,tokens:i(n,r,({usage:l,user_usage:e})=>m(l.total_tokens,e?.total_tokens)),cost_usd:i(n,r,({usage:l,user_usage:e})=>m(l.cost_usd,e?.cost_usd))}}t(f,"estimateRun");function _(n,r){let l=t((e,u)=>e!==null&&u!==null&&e>u,"over");return[...l(n.cost_usd,r.max_cost_usd)?["max-cost-usd"]:[],...l(n.tokens,r.max_tokens)?["max-tokens"]:[],...l(n.trials,r.max_trials)?["max-trials"]:[]]}t(_,"capsExceeded");function i(n,r,l){let e=new Map;for(let s of r?.cases??[]){let o=d(s,l);o!==null&&e.set(s.id,o)}if(e.size===0)return null;let u=[...e.values()].reduce((s,o)=>s+o,0)/e.size;return n.reduce((s,{case:{id:o}})=>s+(e.get(o)??u),0)}t(i,"expected");function d(n,r){let l=a(n).flatMap(e=>r(e)??[]);return l.length===0?null:l.reduce((e,u)=>e+u,0)/l.length}t(d,"meanOf");function m(n,r){return n===null?null:n+(r??0)}t(m,"plus");export{f as a,_ as b};
