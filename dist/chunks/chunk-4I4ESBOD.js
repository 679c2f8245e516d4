import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{a as s}from"./chunk-HYMZ72AC.js";import{n as t}from"./chunk-TPTUJVEU.js";function n(r){return r.replace(/[^\P{C}\n\t]/gu,"\uFFFD").replaceAll("##[","#\u200B#[")}function f(r){for(let e of r)i(s(e));let o=r.filter(e=>e.severity==="error").length;o>0&&i(`${t(o,"problem")}; nothing was run`)}function i(r){process.stderr.write(`${n(r)}
`)}export{n as a,f as b,i as c};
