import{b as r}from"./domain-json-text.js";import{a as o}from"./-2.js";function p(t){let n=r(t,2);process.stdout.write(`${n.replace(/[^\P{C}\n]/gu,e).replaceAll("##[","#\\u0023[")}
`)}o(p,"printJson");function e(t){return[...Array(t.length).keys()].map(n=>`\\u${t.charCodeAt(n).toString(16).padStart(4,"0")}`).join("")}o(e,"escaped");export{p as a,e as b};
