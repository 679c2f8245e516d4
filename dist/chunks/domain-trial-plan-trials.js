import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{d as l,j as u}from"./noble-hashes.js";import{b as d}from"./domain-json.js";import{a as o}from"./.js";function S(n,e,r){return s(n.flatMap(t=>f(t,0,t.trials??e,r)))}o(S,"planTrials");function T(n,e,r,t){return s(n.flatMap(a=>f(a,e.get(a.id)??0,r.get(a.id)??0,t)))}o(T,"planFurtherTrials");function c(n,e,r){return{case:n,index:e,seed:m({...r,case_id:n.id,index:e})}}o(c,"planTrial");function s(n){return n.toSorted((e,r)=>e.index-r.index)}o(s,"byRound");function f(n,e,r,t){return Array.from({length:Math.max(0,r-e)},(a,i)=>c(n,e+i+1,t))}o(f,"trialsBetween");function m({tree:n,side:e,case_id:r,index:t}){let a=u(l(d([n,e,r,t])));return 1+new DataView(a.buffer,a.byteOffset,a.byteLength).getUint32(0)%2147483647}o(m,"trialSeed");export{S as a,T as b,c,m as d};
