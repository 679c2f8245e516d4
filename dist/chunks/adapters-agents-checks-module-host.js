import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{f as E,i as j,j as $}from"./picomatch.js";import{b as L}from"./domain-trial-exception-line.js";import{b as R,c as O}from"./domain-cut.js";import{b as M}from"./domain-json-text.js";import{a as J,i as v}from"./adapters-process-process-tree.js";import{e as y,k as b,m as C,p as P}from"./zod.js";import{a as n}from"./.js";import{randomUUID as Y}from"node:crypto";var V=`
import { parentPort, workerData } from 'node:worker_threads';
process.stdout.write = process.stderr.write.bind(process.stderr);
const { default: check } = await import(workerData.url);
if (typeof check !== 'function') throw new Error('the module has no default export that is a function');
parentPort.postMessage(JSON.stringify(await check(JSON.parse(workerData.trial))) ?? '');
`,K=`
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
const url = pathToFileURL(resolve(process.argv[1])).href;
const code = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(V)}));
const threads = new Map();
// What a thread writes to the descriptor itself may stand there without its line break.
const say = (line) => process.stdout.write('\\n' + JSON.stringify(line) + '\\n');
function judge(id, trial) {
  const thread = new Worker(code, { workerData: { url, trial }, stdout: true, stderr: true });
  threads.set(id, thread);
  let said = '';
  let answer = null;
  let problem = null;
  for (const stream of [thread.stdout, thread.stderr]) stream.on('data', (chunk) => { said = (said + chunk).slice(-4096); });
  thread.on('message', (text) => { answer ??= String(text); thread.terminate(); });
  thread.on('error', (error) => { problem = error; });
  thread.on('exit', (exitCode) => {
    threads.delete(id);
    if (answer !== null) return say({ id, answer });
    const stack = problem === null ? [] : String(problem?.stack ?? problem).split('\\n');
    const shown = stack.filter((line) => !line.includes('data:text') && !line.includes('(node:')).slice(0, 5).join('\\n');
    const unsupported = problem?.code === 'ERR_WORKER_UNSUPPORTED_OPERATION';
    say({ id, code: problem === null ? exitCode : 1, said: said + shown, unsupported });
  });
}
const lines = createInterface({ input: process.stdin });
lines.on('line', (text) => {
  const { id, trial, cancel } = JSON.parse(text);
  if (cancel === undefined) judge(id, trial);
  else threads.get(cancel)?.terminate();
});
lines.on('close', () => process.exit(0));
`;function T(e){return[process.execPath,"--input-type=module","--eval",K,"--",e]}n(T,"moduleHostCommand");function z(e){let t=new Map;function r(o){let s=new Map,a=n(()=>{t.get(o)===d&&t.delete(o);for(let u of s.values())u.resolve({kind:"own"});s.clear()},"lose"),c=v({...e,command:T(o)},{line(u){let l=Z(u);l!==null&&(s.get(l.id)?.resolve(ee(l)),s.delete(l.id))},stdout(){},stderr(){},overlong(){a(),c.stop(0)}}),d={program:c,waiting:s};return t.set(o,d),c.ended.then(a),d}return n(r,"start"),{async judge(o,s,a){if(a.aborted)return{kind:"stopped"};let{program:c,waiting:d}=t.get(o)??r(o),u=Y(),l=J();d.set(u,l);let p=n(()=>{d.delete(u)&&c.write(`${JSON.stringify({cancel:u})}
`),l.resolve({kind:"stopped"})},"stop");a.addEventListener("abort",p,{once:!0}),c.write(`${JSON.stringify({id:u,trial:s})}
`);let g=await l.promise;return a.removeEventListener("abort",p),g},async close(){let o=[...t.values()];t.clear(),await Promise.all(o.map(({program:s})=>s.stop(0)))}}}n(z,"createModuleChecks");var Q=P({id:y(),answer:y().optional(),code:b().optional(),said:y().optional(),unsupported:C().optional()});function Z(e){try{return Q.safeParse(JSON.parse(e)).data??null}catch{return null}}n(Z,"readLine");function ee({answer:e,code:t,said:r,unsupported:o}){return e!==void 0?{kind:"answered",output:e}:o===!0?{kind:"own"}:t===0?{kind:"answered",output:""}:{kind:"ended",code:t??1,said:r??""}}n(ee,"judgementOf");var te=`
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
const { default: check } = await import(pathToFileURL(resolve(process.argv[1])).href);
if (typeof check !== 'function') throw new Error('the module has no default export that is a function');
let text = '';
for await (const chunk of process.stdin) text += chunk;
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const answer = await check(JSON.parse(text));
say(JSON.stringify(answer));
`;function N(e){return[process.execPath,"--input-type=module","--eval",te,"--",e]}n(N,"moduleCommand");var re=P({passed:C(),score:b().min(0).max(1).nullish(),reason:y().max(1e5).nullish()});function U(e){let t=re.safeParse(ne(e));if(!t.success){let[a]=t.error.issues;return{name:"custom",passed:null,score:null,code:"check_broken",reason:`the check printed no answer; expected {"passed": true or false, "score": 0 to 1, "reason": "\u2026"} (${a&&a.path.length>0?`${a.path.join(".")}: `:""}${a?.message})`}}let{passed:r,score:o,reason:s}=t.data;return{name:"custom",passed:r,score:o??(r?1:0),code:r?null:"custom_failed",reason:s??(r?"the check passed":"the check failed and gave no reason")}}n(U,"readJudgement");function ne(e){for(let t of[e,...e.trimEnd().split(`
`).reverse()])try{return JSON.parse(t)}catch{}}n(ne,"lastJson");var D=3e4,S=1024*1024;function Je(e){let t=z(e);return{async judge(r,{case:o,view:s},a){let c=M(se(o,s)),d=r.kind==="command"?await F(r.command,c,e,a):await oe(t,r.module,c,e,a);return"problem"in d?ie(d.problem):U(d.output)},close:n(()=>t.close(),"close")}}n(Je,"programChecks");async function oe(e,t,r,o,s){let a=await e.judge(t,r,H(o,s));switch(a.kind){case"answered":return a.output.length>S?G(t):a;case"ended":return I(t,a.code,a.said);case"stopped":return B(t,o);case"own":return F(N(t),r,o,s,t)}}n(oe,"runModule");function se(e,t){let{end:r,bypassed:o,latency_at_most_ms:s,...a}=t;return{case_id:e.id,context:e.context,metadata_of_case:e.metadata,completed:r.kind==="completed",...a}}n(se,"describe");async function F(e,t,r,o,s=e.join(" ")){let a=[],c=[],d=0,u=n(g=>i=>{d+=i.length,d<=S&&g.push(i)},"keep"),l=v({command:e,cwd:r.cwd,environment:r.environment,resolve:r.resolve},{line(){},overlong(){},stdout:u(a),stderr:u(c)});l.write(`${t}
`),l.closeInput();let p=await ae(l,H(r,o));return p==="stopped"?B(s,r):p.kind==="not_started"?{problem:`the check ${A(s)} can't be started: ${p.message}`}:d>S?G(s):p.code!==0?I(s,p.code??p.signal,Buffer.concat(c).toString()):{output:Buffer.concat(a).toString()}}n(F,"runCheck");function H({timeout_ms:e=D},t){return AbortSignal.any([t,AbortSignal.timeout(e)])}n(H,"patienceOf");function B(e,{timeout_ms:t=D}){return{problem:`the check ${A(e)} took longer than ${t/1e3} s`}}n(B,"tooLate");function G(e){return{problem:`the check ${A(e)} printed more than ${S} bytes`}}n(G,"flooded");function I(e,t,r){let o=O(r.trim(),500);return{problem:`the check ${A(e)} ended with ${t}${o===""?"":`: ${o}`}`}}n(I,"endedWith");function A(e){return`"${R(e,120)}"`}n(A,"quoted");async function ae(e,t){let r=new Promise(s=>{t.aborted&&s("stopped"),t.addEventListener("abort",()=>s("stopped"),{once:!0})}),o=await Promise.race([e.ended,r]);return o==="stopped"&&await e.stop(500),o}n(ae,"endOrStop");function ie(e){return{name:"custom",passed:null,score:null,code:"check_broken",reason:e}}n(ie,"unjudged");async function De(e,t,{cases:r,config:o}){let s=r.filter(i=>j(i).length>0),a=new Set,c=n(async()=>(await $(await E(t,o,r),s)).graders,"findAll"),d=await c(),u=n(i=>t.hash(t.locate(i)),"hash"),l=null,p=n(()=>(l??=c().then(i=>{for(let{id:m}of s)ce(d.get(m),i.get(m))||a.add(m);return i}),l),"begin"),g=n(async({id:i})=>{let m=(await p()).get(i);m!==void 0&&!a.has(i)&&!await de(m,u)&&a.add(i)},"look");return{begin:n(async()=>{await p()},"begin"),async judge(i,m,x){return await g(m.case),a.has(m.case.id)?le:e.judge(i,m,x)},async changed(){for(let i of s)await g(i);return s.map(({id:i})=>i).filter(i=>a.has(i))}}}n(De,"watchGraders");function ce(e,t){return[...e?.files??[]].every(([r,o])=>!e?.watched.has(r)||t?.files.get(r)===o)}n(ce,"holds");async function de({files:e,watched:t,absent:r},o){for(let[s,a]of e)if(t.has(s)&&await o(s)!==a)return!1;for(let s of r)if(await o(s)!==null)return!1;return!0}n(de,"isStill");var le={name:"custom",passed:null,score:null,code:"grader_changed",reason:"its files are not those that were there before the first trial, so it was not run"};async function Ge(e,t){try{let r=await ue(e,t);return"problem"in r?r:{agent:pe(r.agent,t.models.replayable_trials)}}catch(r){if(r instanceof L)return{problem:r.message};throw r}}n(Ge,"createAgent");async function ue({config:{agent:e,limits:t},model_agent:r},{models:o,allowed_hosts:s,cwd:a,environment:c,resolve:d,planned_trials:u,progress:l,resolve_file:p}){let{gateway:g,recorder:i,user:m}=o,_={cwd:a,environment:c,resolve:d,recorder:i,gateway:g,user:m,onSetupOutput:n((f,h)=>l.untrusted(`setup: ${f}`,h),"onSetupOutput")};switch(e.kind){case"command":{let{createCommandAgent:f}=await import("./adapters-agents-command-agent.js");return{agent:f(e,t,{..._,plannedTrials:u})}}case"http":{let{createHttpAgent:f}=await import("./adapters-agents-http-agent.js"),{isAllowedHost:h}=await import("./adapters-models-gateway-allowed-host.js");return{agent:f(e,t,{..._,isAllowedHost:n(w=>h(w,s),"allowed")})}}case"openai":case"anthropic":{if(g===null)throw new Error("a built-in agent without a gateway");let{createModelAgent:f}=await import("./adapters-agents-model-agent.js"),{createChatModel:h}=await import("./adapters-models-clients-create-chat-model.js"),{prompt:k,tools:w}=r??{prompt:null,tools:[]},q=h(e,g);return{agent:f(e,t,{model:q,gateway:g,prompt:k,tools:w,modules:{cwd:a,environment:c},user:m})}}default:return W(e,await p(e.file))}async function W(f,h){if("problem"in h)return{problem:`agent.${f.kind}: ${h.problem}`};if(f.kind==="module"){let{createModuleAgent:w}=await import("./adapters-agents-module-agent.js");return{agent:w(f,t,{..._,path:h.path})}}let{createRecordedAgent:k}=await import("./adapters-agents-recorded-agent.js");return{agent:await k(f,t,h.path)}}n(W,"makeFromFile")}n(ue,"make");function pe(e,t){return t===null?e:{...e,available_trials:Math.min(t,e.available_trials??t)}}n(pe,"replaying");async function qe(e){let{config:t,environment:r}=e;if(me(t))return(await import("./entry-compose-open-models.js")).openModels(e);let o=t.agent.needs.filter(s=>!r[s]);return{access:{...fe,missing_keys:o}}}n(qe,"openModelAccess");function me({agent:e,simulated_user:t}){return"record"in e&&e.record!==null||e.kind==="openai"||e.kind==="anthropic"||t!==null}n(me,"asksModels");var fe={gateway:null,recorder:null,user:null,replayed_without:[],replayable_trials:null,close:n(async()=>{},"close")};export{Je as a,De as b,Ge as c,qe as d};
