import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{f as E,i as j,j as $}from"./picomatch.js";import{b as L}from"./domain-trial-exception-line.js";import{b as R,c as O}from"./domain-cut.js";import{b as x}from"./domain-json-text.js";import{a as J,i as v}from"./adapters-process-process-tree.js";import{e as w,k as b,m as C,p as P}from"./zod.js";import{a as r}from"./.js";import{randomUUID as Y}from"node:crypto";var V=`
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
`;function T(e){return[process.execPath,"--input-type=module","--eval",K,"--",e]}r(T,"moduleHostCommand");function z(e){let t=new Map;function n(o){let s=new Map,a=r(()=>{t.get(o)===d&&t.delete(o);for(let u of s.values())u.resolve({kind:"own"});s.clear()},"lose"),c=v({...e,command:T(o)},{line(u){let l=Z(u);l!==null&&(s.get(l.id)?.resolve(ee(l)),s.delete(l.id))},stdout(){},stderr(){},overlong(){a(),c.stop(0)}}),d={program:c,waiting:s};return t.set(o,d),c.ended.then(a),d}return r(n,"start"),{async judge(o,s,a){if(a.aborted)return{kind:"stopped"};let{program:c,waiting:d}=t.get(o)??n(o),u=Y(),l=J();d.set(u,l);let m=r(()=>{d.delete(u)&&c.write(`${JSON.stringify({cancel:u})}
`),l.resolve({kind:"stopped"})},"stop");a.addEventListener("abort",m,{once:!0}),c.write(`${JSON.stringify({id:u,trial:s})}
`);let g=await l.promise;return a.removeEventListener("abort",m),g},async close(){let o=[...t.values()];t.clear(),await Promise.all(o.map(({program:s})=>s.stop(0)))}}}r(z,"createModuleChecks");var Q=P({id:w(),answer:w().optional(),code:b().optional(),said:w().optional(),unsupported:C().optional()});function Z(e){try{return Q.safeParse(JSON.parse(e)).data??null}catch{return null}}r(Z,"readLine");function ee({answer:e,code:t,said:n,unsupported:o}){return e!==void 0?{kind:"answered",output:e}:o===!0?{kind:"own"}:t===0?{kind:"answered",output:""}:{kind:"ended",code:t??1,said:n??""}}r(ee,"judgementOf");var te=`
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
`;function D(e){return[process.execPath,"--input-type=module","--eval",te,"--",e]}r(D,"moduleCommand");var re=P({passed:C(),score:b().min(0).max(1).nullish(),reason:w().max(1e5).nullish()});function N(e){let t=re.safeParse(ne(e));if(!t.success){let[a]=t.error.issues;return{name:"custom",passed:null,score:null,code:"check_broken",reason:`the check printed no answer; expected {"passed": true or false, "score": 0 to 1, "reason": "\u2026"} (${a&&a.path.length>0?`${a.path.join(".")}: `:""}${a?.message})`}}let{passed:n,score:o,reason:s}=t.data;return{name:"custom",passed:n,score:o??(n?1:0),code:n?null:"custom_failed",reason:s??(n?"the check passed":"the check failed and gave no reason")}}r(N,"readJudgement");function ne(e){for(let t of[e,...e.trimEnd().split(`
`).reverse()])try{return JSON.parse(t)}catch{}}r(ne,"lastJson");var U=3e4,S=1024*1024;function Je(e){let t=z(e);return{async judge(n,{case:o,view:s},a){let c=x(se(o,s)),d=n.kind==="command"?await F(n.command,c,e,a):await oe(t,n.module,c,e,a);return"problem"in d?ie(d.problem):N(d.output)},close:r(()=>t.close(),"close")}}r(Je,"programChecks");async function oe(e,t,n,o,s){let a=await e.judge(t,n,H(o,s));switch(a.kind){case"answered":return a.output.length>S?G(t):a;case"ended":return I(t,a.code,a.said);case"stopped":return B(t,o);case"own":return F(D(t),n,o,s,t)}}r(oe,"runModule");function se(e,t){let{end:n,bypassed:o,latency_at_most_ms:s,...a}=t;return{case_id:e.id,context:e.context,metadata_of_case:e.metadata,completed:n.kind==="completed",...a}}r(se,"describe");async function F(e,t,n,o,s=e.join(" ")){let a=[],c=[],d=0,u=r(g=>i=>{d+=i.length,d<=S&&g.push(i)},"keep"),l=v({command:e,cwd:n.cwd,environment:n.environment,resolve:n.resolve},{line(){},overlong(){},stdout:u(a),stderr:u(c)});l.write(`${t}
`),l.closeInput();let m=await ae(l,H(n,o));return m==="stopped"?B(s,n):m.kind==="not_started"?{problem:`the check ${A(s)} can't be started: ${m.message}`}:d>S?G(s):m.code!==0?I(s,m.code??m.signal,Buffer.concat(c).toString()):{output:Buffer.concat(a).toString()}}r(F,"runCheck");function H({timeout_ms:e=U},t){return AbortSignal.any([t,AbortSignal.timeout(e)])}r(H,"patienceOf");function B(e,{timeout_ms:t=U}){return{problem:`the check ${A(e)} took longer than ${t/1e3} s`}}r(B,"tooLate");function G(e){return{problem:`the check ${A(e)} printed more than ${S} bytes`}}r(G,"flooded");function I(e,t,n){let o=O(n.trim(),500);return{problem:`the check ${A(e)} ended with ${t}${o===""?"":`: ${o}`}`}}r(I,"endedWith");function A(e){return`"${R(e,120)}"`}r(A,"quoted");async function ae(e,t){let n=new Promise(s=>{t.aborted&&s("stopped"),t.addEventListener("abort",()=>s("stopped"),{once:!0})}),o=await Promise.race([e.ended,n]);return o==="stopped"&&await e.stop(500),o}r(ae,"endOrStop");function ie(e){return{name:"custom",passed:null,score:null,code:"check_broken",reason:e}}r(ie,"unjudged");async function Ue(e,t,{cases:n,config:o}){let s=n.filter(i=>j(i).length>0),a=new Set,c=r(async()=>(await $(await E(t,o,n),s)).graders,"findAll"),d=await c(),u=r(i=>t.hash(t.locate(i)),"hash"),l=null,m=r(()=>(l??=c().then(i=>{for(let{id:p}of s)ce(d.get(p),i.get(p))||a.add(p);return i}),l),"begin"),g=r(async({id:i})=>{let p=(await m()).get(i);p!==void 0&&!a.has(i)&&!await de(p,u)&&a.add(i)},"look");return{begin:r(async()=>{await m()},"begin"),async judge(i,p,M){return await g(p.case),a.has(p.case.id)?le:e.judge(i,p,M)},async changed(){for(let i of s)await g(i);return s.map(({id:i})=>i).filter(i=>a.has(i))}}}r(Ue,"watchGraders");function ce(e,t){return[...e?.files??[]].every(([n,o])=>!e?.watched.has(n)||t?.files.get(n)===o)}r(ce,"holds");async function de({files:e,watched:t,absent:n},o){for(let[s,a]of e)if(t.has(s)&&await o(s)!==a)return!1;for(let s of n)if(await o(s)!==null)return!1;return!0}r(de,"isStill");var le={name:"custom",passed:null,score:null,code:"grader_changed",reason:"its files are not those that were there before the first trial, so it was not run"};async function Ge(e,t){try{let n=await ue(e,t);return"problem"in n?n:{agent:me(n.agent,t.models.replayable_trials)}}catch(n){if(n instanceof L)return{problem:n.message};throw n}}r(Ge,"createAgent");async function ue({config:{agent:e,limits:t},model_agent:n},{models:o,allowed_hosts:s,cwd:a,environment:c,resolve:d,planned_trials:u,progress:l,resolve_file:m}){let{gateway:g,recorder:i,user:p}=o,_={cwd:a,environment:c,resolve:d,recorder:i,gateway:g,user:p,onSetupOutput:r((f,h)=>l.untrusted(`setup: ${f}`,h),"onSetupOutput")};switch(e.kind){case"command":{let{createCommandAgent:f}=await import("./adapters-agents-command-agent.js");return{agent:f(e,t,{..._,onDoubt:r(y=>l.note(y),"onDoubt"),plannedTrials:u})}}case"http":{let{createHttpAgent:f}=await import("./adapters-agents-http-agent.js"),{isAllowedHost:h}=await import("./adapters-models-gateway-allowed-host.js");return{agent:f(e,t,{..._,isAllowedHost:r(k=>h(k,s),"allowed")})}}case"openai":case"anthropic":{if(g===null)throw new Error("a built-in agent without a gateway");let{createModelAgent:f}=await import("./adapters-agents-model-agent.js"),{createChatModel:h}=await import("./adapters-models-clients-create-chat-model.js"),{prompt:y,tools:k}=n??{prompt:null,tools:[]},q=h(e,g);return{agent:f(e,t,{model:q,gateway:g,prompt:y,tools:k,modules:{cwd:a,environment:c},user:p})}}default:return W(e,await m(e.file))}async function W(f,h){if("problem"in h)return{problem:`agent.${f.kind}: ${h.problem}`};if(f.kind==="module"){let{createModuleAgent:k}=await import("./adapters-agents-module-agent.js");return{agent:k(f,t,{..._,path:h.path})}}let{createRecordedAgent:y}=await import("./adapters-agents-recorded-agent.js");return{agent:await y(f,t,h.path)}}r(W,"makeFromFile")}r(ue,"make");function me(e,t){return t===null?e:{...e,available_trials:Math.min(t,e.available_trials??t)}}r(me,"replaying");async function qe(e){let{config:t,environment:n}=e;if(pe(t))return(await import("./entry-compose-open-models.js")).openModels(e);let o=t.agent.needs.filter(s=>!n[s]);return{access:{...fe,missing_keys:o}}}r(qe,"openModelAccess");function pe({agent:e,simulated_user:t}){return"record"in e&&e.record!==null||e.kind==="openai"||e.kind==="anthropic"||t!==null}r(pe,"asksModels");var fe={gateway:null,recorder:null,user:null,replayed_without:[],replayable_trials:null,close:r(async()=>{},"close")};export{Je as a,Ue as b,Ge as c,qe as d};
