import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{c as f}from"./entry-cli-read-results.js";import{d as u}from"./entry-cli-chosen-baseline.js";import{b as i}from"./adapters-workspace-baselines-file-baselines.js";import{a}from"./.js";import{join as y}from"node:path";async function k(m,s){let e=u(m),r=await e.inUse(),p=r===null?y(h,"results.json"):e.results(r),c=s.length===0?[p]:await Promise.all(s.map(f)),o=i(c),n=await o.find();if(n.kind==="none")return{problem:n.reason};for(let{results:d}of n.runs){let{commit:t,run:b}=d,l=b.side==="confirm"?"was run to confirm a failure":t.pull_request===null?null:`is of pull request ${t.pull_request}`;if(l!==null)return{problem:`a run that was named ${l}; name results of runs of the main branch`}}return{runs:n.runs,baselines:o}}a(k,"runsOfMain");var h="agent-eval-results";export{k as a};
