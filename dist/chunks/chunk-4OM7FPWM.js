import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a as m}from"./chunk-6ISF2PGG.js";import{b as l}from"./chunk-6MTQ5GWV.js";import{F as a,N as i,n as r}from"./chunk-V7OKN275.js";function h(e,t,n){return{hash:m(`${e}
${t}
${n}`).slice(0,c),kind:e,label:t,text:n}}function S(e,t){let n=e.turns.map(s=>s.model_calls===void 0||s.model_calls===null?s:{...s,model_calls:s.model_calls.map(o=>({...o,request:o.request?.map(t)??null}))});return{...e,turns:n}}function q(e){let t=u.safeParse(l(e));return t.success?t.data:null}var c=32,g=r().regex(/^[0-9a-f]{8,64}$/),u=a({hash:g,kind:i(["settings","system","tool","message"]),label:r(),text:r()});export{h as a,S as b,q as c,g as d};
