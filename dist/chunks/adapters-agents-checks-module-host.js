import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{i as J,l as N,m as D}from"./picomatch.js";import{b as U}from"./domain-trial-exception-line.js";import{b as L,c as $}from"./domain-cut.js";import{b as j}from"./domain-json-text.js";import{a as H,i as P}from"./adapters-process-process-tree.js";import{A as S,d as O,j as E,p as w,v as b,x as C}from"./zod.js";import{b as T}from"./domain-json.js";import{o as _}from"./domain-words.js";import{a as n}from"./.js";import{randomUUID as ie}from"node:crypto";var te=`
import { parentPort, workerData } from 'node:worker_threads';
process.stdout.write = process.stderr.write.bind(process.stderr);
const { default: check } = await import(workerData.url);
if (typeof check !== 'function') throw new Error('the module has no default export that is a function');
parentPort.postMessage(JSON.stringify(await check(JSON.parse(workerData.trial))) ?? '');
`,re=`
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
const url = pathToFileURL(resolve(process.argv[1])).href;
const code = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(te)}));
const threads = new Map();
// What a thread writes to the descriptor itself may stand there without its line break.
const say = (line) => process.stdout.write('\\n' + JSON.stringify(line) + '\\n');
function judge(id, trial) {
  const env = { ...process.env, PYTHONPYCACHEPREFIX: process.env.PYTHONPYCACHEPREFIX + id };
  const thread = new Worker(code, { workerData: { url, trial }, env, stdout: true, stderr: true });
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
`;function F(e){return[process.execPath,"--input-type=module","--eval",re,"--",e]}n(F,"moduleHostCommand");import{randomUUID as ne}from"node:crypto";import{tmpdir as oe}from"node:os";import{join as se}from"node:path";function v(e){let t=se(oe(),`agent-eval-compiled-${ne()}`);return{...e,PYTHONPYCACHEPREFIX:t,PYTHONDONTWRITEBYTECODE:"1"}}n(v,"withoutByteCode");function z(e){let t=new Map;function r(o){let s=new Map,a=n(()=>{t.get(o)===c&&t.delete(o);for(let u of s.values())u.resolve({kind:"own"});s.clear()},"lose"),d=P({...e,environment:v(e.environment),command:F(o)},{line(u){let l=ce(u);l!==null&&(s.get(l.id)?.resolve(le(l)),s.delete(l.id))},stdout(){},stderr(){},overlong(){a(),d.stop(0)}}),c={program:d,waiting:s};return t.set(o,c),d.ended.then(a),c}return n(r,"start"),{async judge(o,s,a){if(a.aborted)return{kind:"stopped"};let{program:d,waiting:c}=t.get(o)??r(o),u=ie(),l=H();c.set(u,l);let m=n(()=>{c.delete(u)&&d.write(`${JSON.stringify({cancel:u})}
`),l.resolve({kind:"stopped"})},"stop");a.addEventListener("abort",m,{once:!0}),d.write(`${JSON.stringify({id:u,trial:s})}
`);let g=await l.promise;return a.removeEventListener("abort",m),g},async close(){let o=[...t.values()];t.clear(),await Promise.all(o.map(({program:s})=>s.stop(0)))}}}n(z,"createModuleChecks");var de=S({id:w(),answer:w().optional(),code:b().optional(),said:w().optional(),unsupported:C().optional()});function ce(e){try{return de.safeParse(JSON.parse(e)).data??null}catch{return null}}n(ce,"readLine");function le({answer:e,code:t,said:r,unsupported:o}){return e!==void 0?{kind:"answered",output:e}:o===!0?{kind:"own"}:t===0?{kind:"answered",output:""}:{kind:"ended",code:t??1,said:r??""}}n(le,"judgementOf");var ue=`
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
`;function I(e){return[process.execPath,"--input-type=module","--eval",ue,"--",e]}n(I,"moduleCommand");var me=S({passed:C(),score:b().min(0).max(1).nullish(),reason:w().max(1e5).nullish()});function B(e){let t=me.safeParse(pe(e));if(!t.success){let[a]=t.error.issues;return{name:"custom",passed:null,score:null,code:"check_broken",reason:`the check printed no answer; expected {"passed": true or false, "score": 0 to 1, "reason": "\u2026"} (${a&&a.path.length>0?`${a.path.join(".")}: `:""}${a?.message})`}}let{passed:r,score:o,reason:s}=t.data;return{name:"custom",passed:r,score:o??(r?1:0),code:r?null:"custom_failed",reason:s??(r?"the check passed":"the check failed and gave no reason")}}n(B,"readJudgement");function pe(e){for(let t of[e,...e.trimEnd().split(`
`).reverse()])try{return JSON.parse(t)}catch{}}n(pe,"lastJson");var W=3e4,A=1024*1024;function Ze(e){let t=z(e);return{async judge(r,{case:o,view:s},a){let d=j(ge(o,s)),c=r.kind==="command"?await Y(r.command,d,e,a):await fe(t,r.module,d,e,a);return"problem"in c?ye(c.problem):B(c.output)},close:n(()=>t.close(),"close")}}n(Ze,"programChecks");async function fe(e,t,r,o,s){let a=await e.judge(t,r,G(o,s));switch(a.kind){case"answered":return a.output.length>A?V(t):a;case"ended":return q(t,a.code,a.said);case"stopped":return X(t,o);case"own":return Y(I(t),r,o,s,t)}}n(fe,"runModule");function ge(e,t){let{end:r,bypassed:o,latency_at_most_ms:s,...a}=t;return{case_id:e.id,context:e.context,metadata_of_case:e.metadata,completed:r.kind==="completed",...a}}n(ge,"describe");async function Y(e,t,r,o,s=e.join(" ")){let a=[],d=[],c=0,u=n(g=>i=>{c+=i.length,c<=A&&g.push(i)},"keep"),l=P({command:e,cwd:r.cwd,environment:v(r.environment),resolve:r.resolve},{line(){},overlong(){},stdout:u(a),stderr:u(d)});l.write(`${t}
`),l.closeInput();let m=await he(l,G(r,o));return m==="stopped"?X(s,r):m.kind==="not_started"?{problem:`the check ${x(s)} can't be started: ${m.message}`}:c>A?V(s):m.code!==0?q(s,m.code??m.signal,Buffer.concat(d).toString()):{output:Buffer.concat(a).toString()}}n(Y,"runCheck");function G({timeout_ms:e=W},t){return AbortSignal.any([t,AbortSignal.timeout(e)])}n(G,"patienceOf");function X(e,{timeout_ms:t=W}){return{problem:`the check ${x(e)} took longer than ${_(t)}`}}n(X,"tooLate");function V(e){return{problem:`the check ${x(e)} printed more than ${A} bytes`}}n(V,"flooded");function q(e,t,r){let o=$(r.trim(),500);return{problem:`the check ${x(e)} ended with ${t}${o===""?"":`: ${o}`}`}}n(q,"endedWith");function x(e){return`"${L(e,120)}"`}n(x,"quoted");async function he(e,t){let r=new Promise(s=>{t.aborted&&s("stopped"),t.addEventListener("abort",()=>s("stopped"),{once:!0})}),o=await Promise.race([e.ended,r]);return o==="stopped"&&await e.stop(500),o}n(he,"endOrStop");function ye(e){return{name:"custom",passed:null,score:null,code:"check_broken",reason:e}}n(ye,"unjudged");function K({tree:e,side:t,case_id:r,index:o}){let s=E(O(T([e,t,r,o])));return 1+new DataView(s.buffer,s.byteOffset,s.byteLength).getUint32(0)%2147483647}n(K,"trialSeed");function dt(e,t,r){return e.flatMap(o=>Q(o,0,o.trials??t,r))}n(dt,"planTrials");function ct(e,t,r,o){return e.flatMap(s=>Q(s,t.get(s.id)??0,r.get(s.id)??0,o))}n(ct,"planFurtherTrials");function we(e,t,r){return{case:e,index:t,seed:K({...r,case_id:e.id,index:t})}}n(we,"planTrial");function Q(e,t,r,o){return Array.from({length:Math.max(0,r-t)},(s,a)=>we(e,t+a+1,o))}n(Q,"trialsBetween");function mt({config:e},t,r=new Map){return{concurrency:e.concurrency,max_tries:3,run_attempt:t,usage_estimate:e.usage_estimate!==null,resumed:r}}n(mt,"executionOptions");async function wt(e,t,{cases:r,config:o}){let s=r.filter(i=>N(i).length>0),a=new Set,d=n(async()=>(await D(await J(t,o,r),s)).graders,"findAll"),c=await d(),u=n(i=>t.hash(t.locate(i)),"hash"),l=null,m=n(()=>(l??=d().then(i=>{for(let{id:p}of s)ke(c.get(p),i.get(p))||a.add(p);return i}),l),"begin"),g=n(async({id:i})=>{let p=(await m()).get(i);p!==void 0&&!a.has(i)&&!await be(p,u)&&a.add(i)},"look");return{begin:n(async()=>{await m()},"begin"),async judge(i,p,M){return await g(p.case),a.has(p.case.id)?Ce:e.judge(i,p,M)},async changed(){for(let i of s)await g(i);return s.map(({id:i})=>i).filter(i=>a.has(i))}}}n(wt,"watchGraders");function kt(e,t){return{...e,async prepare(r){await e.prepare(r),await t.begin()}}}n(kt,"watchedFromStart");function ke(e,t){return[...e?.files??[]].every(([r,o])=>!e?.watched.has(r)||t?.files.get(r)===o)}n(ke,"holds");async function be({files:e,watched:t,absent:r},o){for(let[s,a]of e)if(t.has(s)&&await o(s)!==a)return!1;for(let s of r)if(await o(s)!==null)return!1;return!0}n(be,"isStill");var Ce={name:"custom",passed:null,score:null,code:"grader_changed",reason:"its files are not those that were there before the first trial, so it was not run"};async function Pt(e,t){try{let r=await Se(e,t);return"problem"in r?r:{agent:Pe(r.agent,t.models.replayable_trials)}}catch(r){if(r instanceof U)return{problem:r.message};throw r}}n(Pt,"createAgent");async function Se({config:{agent:e,limits:t},model_agent:r},{models:o,allowed_hosts:s,cwd:a,environment:d,resolve:c,planned_trials:u,progress:l,resolve_file:m}){let{gateway:g,recorder:i,user:p}=o,R={cwd:a,environment:d,resolve:c,recorder:i,gateway:g,user:p,onSetupOutput:n((f,h)=>l.untrusted(`setup: ${f}`,h),"onSetupOutput")};switch(e.kind){case"command":{let{createCommandAgent:f}=await import("./adapters-agents-command-agent.js");return{agent:f(e,t,{...R,onDoubt:n(y=>l.note(y),"onDoubt"),plannedTrials:u})}}case"http":{let{createHttpAgent:f}=await import("./adapters-agents-http-agent.js"),{isAllowedHost:h}=await import("./adapters-models-gateway-allowed-host.js");return{agent:f(e,t,{...R,isAllowedHost:n(k=>h(k,s),"allowed")})}}case"openai":case"anthropic":{if(g===null)throw new Error("a built-in agent without a gateway");let{createModelAgent:f}=await import("./adapters-agents-model-agent.js"),{createChatModel:h}=await import("./adapters-models-clients-create-chat-model.js"),{prompt:y,tools:k}=r??{prompt:null,tools:[]},ee=h(e,g);return{agent:f(e,t,{model:ee,gateway:g,prompt:y,tools:k,modules:{cwd:a,environment:d},user:p})}}default:return Z(e,await m(e.file))}async function Z(f,h){if("problem"in h)return{problem:`agent.${f.kind}: ${h.problem}`};if(f.kind==="module"){let{createModuleAgent:k}=await import("./adapters-agents-module-agent.js");return{agent:k(f,t,{...R,path:h.path})}}let{createRecordedAgent:y}=await import("./adapters-agents-recorded-agent.js");return{agent:await y(f,t,h.path)}}n(Z,"makeFromFile")}n(Se,"make");function Pe(e,t){return t===null?e:{...e,available_trials:Math.min(t,e.available_trials??t)}}n(Pe,"replaying");async function xt(e){let{config:t,environment:r}=e;if(ve(t))return(await import("./entry-compose-open-models.js")).openModels(e);let o=t.agent.needs.filter(s=>!r[s]);return{access:{...Ae,missing_keys:o}}}n(xt,"openModelAccess");function ve({agent:e,simulated_user:t}){return"record"in e&&e.record!==null||e.kind==="openai"||e.kind==="anthropic"||t!==null}n(ve,"asksModels");var Ae={gateway:null,recorder:null,user:null,replayed_without:[],replayable_trials:null,close:n(async()=>{},"close")};export{Ze as a,dt as b,ct as c,we as d,mt as e,wt as f,kt as g,Pt as h,xt as i};
