import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r,b as a}from"./domain-report-redaction-redact-json.js";import{a as n}from"./.js";function c({turns:l,log:t,stderr:e},o){return{turns:l.map(s=>m(s,o)),log:o(t),stderr:o(e)}}n(c,"redactTrajectory");function m(l,t){return{...l,input:t(l.input),output:l.output===null?null:t(l.output),tool_calls:l.tool_calls?.map(e=>p(e,t))??null,plan:l.plan?.map(e=>u(e,t))??null,metadata:l.metadata&&a(l.metadata,t),state:r(l.state,t),retrieved:l.retrieved?.map(t)??null,...l.model_calls===void 0?{}:{model_calls:i(l.model_calls,t)}}}n(m,"redactTurn");function i(l,t){return l?.map(e=>({...e,model:e.model===null?null:t(e.model)}))??null}n(i,"redactCalls");function p(l,t){return{...l,...u(l,t),result:r(l.result,t)}}n(p,"redactCall");function u(l,t){return{name:t(l.name),arguments:a(l.arguments,t)}}n(u,"redactStep");export{c as a};
