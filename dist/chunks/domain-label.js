import{k as t}from"./noble-hashes.js";import{a as e}from"./-2.js";function l(r){return`${JSON.stringify(r)}
`}e(l,"labelText");function n({case_id:r,trajectory:o,criterion:a,turn:i}){return JSON.stringify([r,o,a,i??null])}e(n,"subjectOf");var d=30;function b(r){return t(n(r))}e(b,"canaryKey");export{l as a,n as b,d as c,b as d};
