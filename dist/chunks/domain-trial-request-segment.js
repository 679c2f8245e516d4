import{a as g}from"./domain-json-text.js";import{e as n,q as i,x as a}from"./zod.js";import{c as o,d as m,j as u}from"./noble-hashes.js";import{a as s}from"./-2.js";function x(e,t,r){return{hash:o(u(m(`${e}
${t}
${r}`))).slice(0,p),kind:e,label:t,text:r}}s(x,"requestSegment");function y(e){let t=l.safeParse(c(e));return t.success?t.data:null}s(y,"parseRequestSegment");function c(e){try{return g(e)}catch{return null}}s(c,"json");var p=32,f=n().regex(/^[0-9a-f]{8,64}$/),l=i({hash:f,kind:a(["settings","system","tool","message"]),label:n(),text:n()});export{x as a,y as b,f as c};
