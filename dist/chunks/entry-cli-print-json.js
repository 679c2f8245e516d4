import{b as r}from"./domain-json-text.js";function s(n){process.stdout.write(`${o(n,2)}
`)}function o(n,t){return r(n,t).replace(/[^\P{C}\n]/gu,e).replaceAll("##[","#\\u0023[")}function e(n){return[...Array(n.length).keys()].map(t=>`\\u${n.charCodeAt(t).toString(16).padStart(4,"0")}`).join("")}export{s as a,o as b,e as c};
