import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a as u}from"./chunk-RBZLQYXF.js";import{F as o,N as m,n as s}from"./chunk-V23LC2IX.js";import{e as r}from"./chunk-IWYBFPPO.js";function S(e,t,n){return{hash:r(`${e}
${t}
${n}`).slice(0,g),kind:e,label:t,text:n}}function q(e){let t=c.safeParse(a(e));return t.success?t.data:null}function a(e){try{return u(e)}catch{return null}}var g=32,i=s().regex(/^[0-9a-f]{8,64}$/),c=o({hash:i,kind:m(["settings","system","tool","message"]),label:s(),text:s()});export{S as a,q as b,i as c};
