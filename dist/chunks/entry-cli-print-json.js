import{b as o}from"./domain-json-text.js";function i(t){let n=o(t,2);process.stdout.write(`${n.replace(/[^\P{C}\n]/gu,r).replaceAll("##[","#\\u0023[")}
`)}function r(t){return[...Array(t.length).keys()].map(n=>`\\u${t.charCodeAt(n).toString(16).padStart(4,"0")}`).join("")}export{i as a,r as b};
