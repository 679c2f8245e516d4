import{a as u}from"./domain-json-text.js";import{e as n,q as o,x as m}from"./zod.js";import{c as i,d as a,j as g}from"./noble-hashes.js";import{a as s}from"./-2.js";function x(e,t,r){return{hash:i(g(a(`${e}
${t}
${r}`))).slice(0,p),kind:e,label:t,text:r}}s(x,"requestSegment");function y(e){let t=l.safeParse(c(e));return t.success?t.data:null}s(y,"parseRequestSegment");function c(e){try{return u(e)}catch{return null}}s(c,"json");var p=32,f=n().regex(/^[0-9a-f]{8,64}$/),l=o({hash:f,kind:m(["settings","system","tool","message"]),label:n(),text:n()});export{x as a,y as b,f as c};
