import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
function s(n){return r(n instanceof Error?n.message:String(n))}function r(n){let e=n.toWellFormed().replaceAll(/[\s\p{C}]+/gu," ");return e.length<=t?e:`${e.slice(0,t)}\u2026`.toWellFormed()}var t=300;export{s as a,r as b};
