import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a as n}from"./chunk-RB5CDIW3.js";import{x as s}from"./chunk-WGX4RAUW.js";function o(r){return r.replace(/[^\P{C}\n\t]/gu,"\uFFFD").replaceAll("##[","#\u200B#[")}function f(r){for(let e of r)i(n(e));let t=r.filter(e=>e.severity==="error").length;t>0&&i(`${s(t,"problem")}; nothing was run`)}function a(r){process.stdout.write(`${o(r)}
`)}function i(r){process.stderr.write(`${o(r)}
`)}export{o as a,f as b,a as c,i as d};
