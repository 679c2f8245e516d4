import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t,b as s}from"./domain-gate-metrics.js";import{b as a}from"./domain-keyed.js";import{a as o}from"./.js";var c={pass_rate:"pass rate",pass_hat_4:"pass^4",pass_at_4:"pass@4",tool_recall:"tool recall",parameter_accuracy:"parameter accuracy",task_success:"task success",...a(s,e=>t[e].label),steps:"model calls"};function l({metric:e,part:r}){return r===null?c[e]:`${c[e]} (${r.cases} of ${r.of} cases)`}o(l,"metricLabel");var d={broken:"Broken here",worse:"Fewer passes here",failing:"Failing",errors:"Could not be evaluated",flaky:"Flaky",fixed:"Fixed",new:"New",changed:"Changed",not_comparable:"Not comparable",removed:"Removed",not_run:"Not run",carried:"Not run, as the change can\u2019t reach them",stable:"Stable"},p="expectations changed, main graded again",m={pass:"\u2705",fail:"\u274C",inconclusive:"\u2754",error:"\u{1F4A5}"},R={pass:"green",fail:"red",inconclusive:"yellow",error:"red"};export{l as a,d as b,p as c,m as d,R as e};
