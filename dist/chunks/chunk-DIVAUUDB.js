import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a as s}from"./chunk-RB5CDIW3.js";import{x as t}from"./chunk-E4CDYBGH.js";function n(r){return r.replace(/[^\P{C}\n\t]/gu,"\uFFFD").replaceAll("##[","#\u200B#[")}function c(r){for(let e of r)i(s(e));let o=r.filter(e=>e.severity==="error").length;o>0&&i(`${t(o,"problem")}; nothing was run`)}function i(r){process.stderr.write(`${n(r)}
`)}export{n as a,c as b,i as c};
