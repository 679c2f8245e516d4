import{a}from"./domain-json-text.js";import{e as s,q as u,x as i}from"./zod.js";import{c as r,d as o,j as m}from"./noble-hashes.js";function d(e,t,n){return{hash:r(m(o(`${e}
${t}
${n}`))).slice(0,c),kind:e,label:t,text:n}}function x(e){let t=f.safeParse(g(e));return t.success?t.data:null}function g(e){try{return a(e)}catch{return null}}var c=32,p=s().regex(/^[0-9a-f]{8,64}$/),f=u({hash:p,kind:i(["settings","system","tool","message"]),label:s(),text:s()});export{d as a,x as b,p as c};
