import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{a as u}from"./chunk-7OZJN6Z7.js";import{F as o,N as m,n as s}from"./chunk-7224PLI4.js";import{a as r}from"./chunk-OLCBHDDX.js";function S(e,t,n){return{hash:r(`${e}
${t}
${n}`).slice(0,g),kind:e,label:t,text:n}}function q(e){let t=c.safeParse(a(e));return t.success?t.data:null}function a(e){try{return u(e)}catch{return null}}var g=32,i=s().regex(/^[0-9a-f]{8,64}$/),c=o({hash:i,kind:m(["settings","system","tool","message"]),label:s(),text:s()});export{S as a,q as b,i as c};
