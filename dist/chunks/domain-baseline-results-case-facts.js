import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{b as d,c as a}from"./domain-suite-case-hashes.js";import{d as i}from"./domain-config-cost-problem.js";import{d as o}from"./domain-judge-prompt.js";import{a as n}from"./.js";function p(t,{grader_hashes:e,config:{judge:r}}){return{id:t.id,name:t.name,input_hash:d(t),expect_hash:a(t),grader_hash:e.get(t.id)??null,...r!==null&&i(t)?{judge_key:o(r)}:{},source:t.source,...t.variant===void 0?{}:{variant:t.variant},tags:t.tags,expected_tool_calls:s(t),fixed_trials:t.trials!==null,metadata:t.metadata}}n(p,"caseFacts");function s(t){return[t.expect,...t.turns.map(e=>e.expect)].flatMap(e=>e?.tools?.calls??[]).reduce((e,r)=>e+(r.kind==="call"?1:r.calls.length),0)}n(s,"expectedToolCalls");export{p as a};
