import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{b as o}from"./chunk-7OZJN6Z7.js";function i(t){let n=o(t,2).replace(/[^\P{C}\n]/gu,r).replaceAll("##[","#\\u0023[");process.stdout.write(`${n}
`)}function r(t){return[...Array(t.length).keys()].map(n=>`\\u${t.charCodeAt(n).toString(16).padStart(4,"0")}`).join("")}export{i as a,r as b};
