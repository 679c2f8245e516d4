import{a as m}from"./domain-sha256.js";import{a as u}from"./domain-json-text.js";import{e as s,q as r,x as o}from"./zod.js";function S(e,t,n){return{hash:m(`${e}
${t}
${n}`).slice(0,g),kind:e,label:t,text:n}}function q(e){let t=c.safeParse(a(e));return t.success?t.data:null}function a(e){try{return u(e)}catch{return null}}var g=32,i=s().regex(/^[0-9a-f]{8,64}$/),c=r({hash:i,kind:o(["settings","system","tool","message"]),label:s(),text:s()});export{S as a,q as b,i as c};
