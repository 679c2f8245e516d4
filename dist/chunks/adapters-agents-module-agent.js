import{a}from"./adapters-agents-command-agent-and-others.js";import"./adapters-process-workspace-spec.js";import"./adapters-agents-command-setup.js";import"./adapters-agents-attempt-end-and-others.js";import"./domain-traces-namings-ai-sdk-and-others.js";import"./domain-mcp-tool-hashes.js";import"./adapters-models-wire-turn-fold-calls-and-others.js";import"./adapters-models-wire-bedrock-bedrock-and-others.js";import"./adapters-process-tail-buffer.js";import"./domain-messages-gemini-and-others.js";import"./domain-messages-read-usage.js";import"./domain-messages-read-arguments.js";import{L as p}from"./cfworker-json-schema-and-others.js";import"./noble-hashes-and-others.js";import"./domain-statistics-counts-min-p-and-others.js";import"./domain-gate-policy-schema-and-others.js";import"./entry-compose-checkout-place-and-others.js";import"./adapters-workspace-files-workspace-files-and-others.js";import"./domain-dialects-formats-adk-evalset-and-others.js";import{$ as ho,A as Wr,Aa as Bo,B as Br,Ba as Io,C as Ir,Ca as qo,D as qr,Da as Go,E as Gr,Ea as Yo,F as Yr,G as zr,H as Qr,I as Vr,J as Xr,K as Zr,L as to,M as ro,N as oo,O as io,P as po,Q as mo,R as eo,S as no,T as so,U as ao,V as lo,W as co,X as uo,Y as fo,Z as go,_ as yo,aa as wo,ba as xo,ca as So,da as Oo,ea as Ao,fa as vo,ga as No,ha as bo,ia as ko,ja as Eo,k as Mr,ka as Co,la as Mo,ma as Jo,n as Jr,na as _o,o as _r,oa as Fo,p as Fr,pa as To,q as Tr,qa as Uo,r as Ur,ra as Lo,s as Lr,sa as Ro,t as Rr,ta as jo,u as jr,ua as $o,v as $r,va as Ho,w as Hr,wa as Po,x as Pr,xa as Do,y as Dr,ya as Ko,z as Kr,za as Wo}from"./yaml.js";import"./domain-suite-schemas-workspace-schema-and-others.js";import"./re2js.js";import{$ as ht,$a as hr,A as B,Aa as Bt,B as I,Ba as It,C as q,Ca as qt,D as G,Da as Gt,E as Y,Ea as Yt,F as z,Fa as zt,G as Q,Ga as Qt,H as V,Ha as Vt,I as X,Ia as Xt,J as Z,Ja as Zt,K as tt,Ka as tr,L as rt,La as rr,M as ot,Ma as or,N as it,Na as ir,O as pt,Oa as pr,P as mt,Pa as mr,Q as et,Qa as er,R as nt,Ra as nr,S as st,Sa as sr,T as at,Ta as ar,U as lt,Ua as lr,V as ct,Va as cr,W as ut,Wa as ur,X as dt,Xa as dr,Y as ft,Ya as fr,Z as gt,Za as gr,_ as yt,_a as yr,a as w,aa as wt,ab as wr,b as x,ba as xt,bb as xr,c as S,ca as St,cb as Sr,d as O,da as Ot,db as Or,e as A,ea as At,f as v,fa as vt,g as N,ga as Nt,h as b,ha as bt,i as k,ia as kt,j as E,ja as Et,k as C,ka as Ct,l as M,la as Mt,m as J,ma as Jt,n as _,na as _t,o as F,oa as Ft,p as T,pa as Tt,q as U,qa as Ut,r as L,ra as Lt,s as R,sa as Rt,t as j,ta as jt,u as $,ua as $t,v as H,va as Ht,w as P,wa as Pt,x as D,xa as Dt,y as K,ya as Kt,z as W,za as Wt}from"./undici.js";import"./entry-cli-error-code.js";import"./entry-cli-print-json.js";import{d as Ar,e as vr,f as Nr,g as br,h as kr,i as Er,j as Cr}from"./commander.js";import"./domain-trial-stored-trajectory-and-others.js";import"./domain-baseline-results-trajectories-file.js";import"./domain-baseline-results-results-schema-and-others.js";import"./zod-2.js";import"./adapters-process-heap-growth.js";import"./domain-document-format-issue.js";import"./domain-json-text.js";import"./zod.js";import{d as t}from"./helpers.js";var zo=String.raw`
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { createInterface } from 'node:readline';
import { format } from 'node:util';
import { pathToFileURL } from 'node:url';

const [, file, shownFile, name] = process.argv;
const write = process.stdout.write.bind(process.stdout);
let turn = null;
let reset;

// Line readers end a line at these characters too.
const escape = (mark) => '\\u' + mark.charCodeAt(0).toString(16).padStart(4, '0');
const send = (text) => write(text.replace(/[\u0085\u2028\u2029]/g, escape) + '\n');
// Big integers are numbers in JSON; an older Node can write them only as texts.
const exact = (_, value) => (typeof value === 'bigint' ? (JSON.rawJSON?.(String(value)) ?? String(value)) : value);
const log = (id, message) => send(JSON.stringify({ type: 'log', id, message: message.slice(0, 65536) }));
const refuse = (reason, exitCode) => {
  console.error('agent-eval: ' + reason);
  process.exitCode = exitCode;
};

// TypeScript sources import './y.js' and mean y.ts, because the compiler writes the one for the other.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      const source = specifier.replace(/\.([cm]?)js$/, '.$1ts');
      if (error.code !== 'ERR_MODULE_NOT_FOUND' || source === specifier) throw error;
      try {
        return next(source, context);
      } catch {
        throw error;
      }
    }
  },
});

let printed = '';
process.stdout.write = (chunk, encoding, done) => {
  printed += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
  const lines = printed.split('\n');
  printed = lines.pop().slice(-65536);
  for (const line of lines) {
    if (turn === null) process.stderr.write(line + '\n');
    else log(turn.id, line);
  }
  const callback = typeof encoding === 'function' ? encoding : done;
  if (typeof callback === 'function') process.nextTick(callback);
  return true;
};

async function load() {
  if (!existsSync(file)) return refuse(shownFile + ' does not exist', 66);
  let module;
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    refuse(shownFile + " can't be loaded: " + String(error).split('\n')[0], 65);
    // Uncaught: Node prints the position in the file.
    throw error;
  }
  reset = module.reset ?? module.default?.reset;
  const found = name === 'default' ? (module.default?.default ?? module.default) : (module[name] ?? module.default?.[name]);
  if (typeof found === 'function') return found;
  const names = Object.keys(module).filter((key) => key !== 'module.exports');
  const others = names.length === 0 ? 'it exports nothing' : 'it exports ' + names.join(', ');
  refuse(shownFile + ' exports no function named "' + name + '" (' + others + '); export one, or name it in agent.module.export', 65);
}

function answerOf(id, result) {
  if (typeof result === 'string') return { type: 'result', id, output: result };
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    const what = result === null ? 'null' : Array.isArray(result) ? 'a list' : typeof result;
    throw new Error('the function gave ' + what + ', expected a text or an object such as {output: "..."}');
  }
  return { ...result, type: result.type === 'error' ? 'error' : 'result', id };
}

async function play(agent, line) {
  const { id } = line;
  const controller = new AbortController();
  turn = { id, controller };
  let answer;
  try {
    const result = await agent(line, { signal: controller.signal, log: (...values) => log(id, format(...values)) });
    answer = JSON.stringify(answerOf(id, result), exact);
  } catch (error) {
    console.error(error);
    const message = error instanceof Error ? error.name + ': ' + error.message : String(error);
    answer = JSON.stringify({ type: 'error', id, kind: 'agent', message });
  }
  if (printed !== '') process.stdout.write('\n');
  turn = null;
  send(answer);
}

async function forget(id) {
  try {
    if (typeof reset !== 'function') throw new Error(shownFile + ' exports no function named "reset"');
    await reset();
    send(JSON.stringify({ type: 'reset', id }));
  } catch (error) {
    console.error(error);
    send(JSON.stringify({ type: 'error', id, message: error instanceof Error ? error.message : String(error) }));
  }
}

const agent = await load();
if (agent !== undefined) {
  send(JSON.stringify({ type: 'ready', protocol: 1, concurrency: 1, accepts: ['cancel', 'shutdown'] }));
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (text) => {
    const line = JSON.parse(text);
    if (line.type === 'turn') play(agent, line);
    else if (line.type === 'reset') forget(line.id);
    else if (line.type === 'cancel' && turn?.id === line.id) turn.controller.abort();
    else if (line.type === 'shutdown') process.exit(0);
  });
  lines.on('close', () => process.exit(0));
} else process.exit();
`,e="agent-eval: ";function l(r){let i=["--disable-warning=ExperimentalWarning","--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"],o=[r.path,r.file,r.export];return[process.execPath,...i,"--input-type=module","--eval",zo,"--",...o]}var Xd=t(Mr(),1);var rf=t(Yo(),1);var cg=t(Ho(),1),ug=t(Ao(),1),dg=t(So(),1),fg=t(vo(),1),gg=t(jr(),1),yg=t(Jr(),1),hg=t(zr(),1),wg=t($r(),1),xg=t(Vr(),1),Sg=t(Zr(),1),Og=t(Wo(),1),Ag=t(Bo(),1),vg=t(Io(),1),Ng=t(qo(),1),bg=t(Go(),1),kg=t(_r(),1);var cy=t(Fr(),1),uy=t($o(),1),dy=t(Jo(),1),fy=t(Pr(),1),gy=t(Lr(),1),yy=t(Oo(),1),hy=t(Tr(),1),wy=t(Ur(),1),xy=t(Hr(),1),Sy=t(Xr(),1),Oy=t(to(),1),Ay=t(ro(),1),vy=t(xo(),1),Ny=t(Rr(),1),by=t(Ir(),1),ky=t(Yr(),1),Ey=t(Qr(),1),Cy=t(Po(),1),My=t(Do(),1),Jy=t(Ko(),1),_y=t(qr(),1);var Wy=t(jo(),1),By=t(No(),1),Iy=t(Br(),1),qy=t(Dr(),1),Gy=t(Wr(),1),Yy=t(oo(),1),zy=t(io(),1),Qy=t(mo(),1),Vy=t(eo(),1),Xy=t(no(),1),Zy=t(so(),1),th=t(ao(),1),rh=t(Gr(),1),oh=t(co(),1),ih=t(lo(),1),ph=t(wo(),1),mh=t(yo(),1),eh=t(ho(),1),nh=t(To(),1),sh=t(Uo(),1);var uh=t(Fo(),1),dh=t(Lo(),1),fh=t(Ro(),1),gh=t(Kr(),1),yh=t(po(),1),hh=t(uo(),1),wh=t(fo(),1),xh=t(go(),1);var Ah=t(Co(),1),vh=t(Mo(),1),Nh=t(_o(),1);var kh=t(bo(),1),Eh=t(ko(),1),Ch=t(Eo(),1);var qh=t(w(),1),Gh=t(x(),1),Yh=t(S(),1),zh=t(O(),1),Qh=t(A(),1),Vh=t(v(),1),Xh=t(N(),1),Zh=t(b(),1),tw=t(k(),1),rw=t(E(),1),ow=t(C(),1),iw=t(M(),1),pw=t(J(),1),mw=t(_(),1),ew=t(F(),1),nw=t(T(),1),sw=t(U(),1),aw=t(L(),1),lw=t(R(),1),cw=t(j(),1),uw=t($(),1),dw=t(H(),1),fw=t(P(),1),gw=t(D(),1),yw=t(K(),1),hw=t(W(),1),ww=t(B(),1),xw=t(I(),1),Sw=t(q(),1),Ow=t(G(),1),Aw=t(Y(),1),vw=t(z(),1),Nw=t(Q(),1),bw=t(V(),1),kw=t(X(),1),Ew=t(Z(),1),Cw=t(tt(),1),Mw=t(rt(),1),Jw=t(ot(),1),_w=t(it(),1),Fw=t(pt(),1),Tw=t(mt(),1),Uw=t(et(),1),Lw=t(nt(),1),Rw=t(st(),1),jw=t(at(),1),$w=t(lt(),1),Hw=t(ct(),1),Pw=t(ut(),1),Dw=t(dt(),1),Kw=t(ft(),1),Ww=t(gt(),1),Bw=t(yt(),1),Iw=t(ht(),1),qw=t(wt(),1),Gw=t(xt(),1),Yw=t(St(),1),zw=t(Ot(),1),Qw=t(At(),1),Vw=t(vt(),1),Xw=t(Nt(),1),Zw=t(bt(),1),tx=t(kt(),1),rx=t(Et(),1),ox=t(Ct(),1),ix=t(Mt(),1),px=t(Jt(),1),mx=t(_t(),1),ex=t(Ft(),1),nx=t(Tt(),1),sx=t(Ut(),1),ax=t(Lt(),1),lx=t(Rt(),1),cx=t(jt(),1),ux=t($t(),1),dx=t(Ht(),1),fx=t(Pt(),1),gx=t(Dt(),1),yx=t(Kt(),1),hx=t(Wt(),1),wx=t(Bt(),1),xx=t(It(),1),Sx=t(qt(),1),Ox=t(Gt(),1),Ax=t(Yt(),1),vx=t(zt(),1),Nx=t(Qt(),1),bx=t(Vt(),1),kx=t(Xt(),1),Ex=t(Zt(),1),Cx=t(tr(),1),Mx=t(rr(),1),Jx=t(or(),1),_x=t(ir(),1),Fx=t(pr(),1),Tx=t(mr(),1),Ux=t(er(),1),Lx=t(nr(),1),Rx=t(sr(),1),jx=t(ar(),1),$x=t(lr(),1),Hx=t(cr(),1),Px=t(ur(),1),Dx=t(dr(),1),Kx=t(fr(),1),Wx=t(gr(),1),Bx=t(yr(),1),Ix=t(hr(),1),qx=t(wr(),1),Gx=t(xr(),1),Yx=t(Sr(),1),zx=t(Or(),1);var oS=t(Ar(),1),iS=t(vr(),1),pS=t(Nr(),1),mS=t(br(),1),eS=t(kr(),1),nS=t(Er(),1),sS=t(Cr(),1);function ii(r,i,o){let c={version:process.versions.node,typescript:process.features.typescript},n=Vo(r.file,c);if(n!==null)throw new p(n,"",null);let{kind:Xo,file:u,export:d,...f}=r,g=l({path:o.path,file:u,export:d}),s=a({...f,kind:"command",mode:"worker",command:g},i,{...o,hosted:!0});return{...s,async attempt(y,h){try{return await s.attempt(y,h)}catch(m){throw m instanceof p?Qo(m):m}}}}function Qo(r){let i=r.stderr.split(`
`).find(o=>o.startsWith(e));return i===void 0?r:new p(`agent.module: ${i.slice(e.length)}`,r.stderr,r.exit_code)}function Vo(r,{version:i,typescript:o}){return!/\.[cm]?ts$/.test(r)||o==="strip"||o==="transform"?null:`agent.module: ${r} is TypeScript, which Node ${i} does not run; use Node 22.18, 23.6 or newer, or compile it to JavaScript first`}export{ii as createModuleAgent,Vo as typeScriptProblem};
