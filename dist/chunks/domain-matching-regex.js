import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./re2js.js";import{a as o}from"./.js";function a(n,e){let r=i(n);return r instanceof t&&r.matcher(e).find()}o(a,"findRegex");function m(n,e,r){let s=i(n);return s instanceof t?s.matcher(e).replaceAll(r):e}o(m,"replaceRegex");function u(n){let e=i(n);if(e instanceof t)return null;let r=/\(\?<?[=!]|\\[1-9k]/.test(n)?"; write it without look-around and back-references":"";return`not a regular expression in RE2 syntax: ${e.problem}${r}`}o(u,"regexProblem");var c=new Map;function i(n){let e=c.get(n);if(e!==void 0)return e;let r=l(n);return c.set(n,r),r}o(i,"compile");function l(n){try{return t.compile(n)}catch(e){return{problem:(e instanceof Error?e.message:String(e)).replace(/^error parsing regexp: /,"")}}}o(l,"compileNow");export{a,m as b,u as c};
