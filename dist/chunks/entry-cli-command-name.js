import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as i}from"./domain-json.js";import{a as r}from"./.js";import{readFileSync as g}from"node:fs";import{basename as c,dirname as o,join as u,relative as p}from"node:path";function x(n=process.argv[1]??""){if(c(n)===s)return m(o(n))??s;let t=p(process.cwd(),n),e=t.length<n.length?t:n;return`node ${/^[\w./-]+$/.test(e)?e:JSON.stringify(e)}`}r(x,"commandName");var s="agent-eval";function m(n){if(!n.endsWith(u("node_modules",".bin")))return null;let t=o(o(n));return c(o(t))==="_npx"?`npx ${f(t)??s}`:`npx ${s}`}r(m,"inModules");function f(n){try{let t=JSON.parse(g(u(n,"package.json"),"utf8")),e=i(t)?t._npx:null,l=i(e)?e.packages:null,[a]=Array.isArray(l)?l:[];return typeof a=="string"&&/^[\w@%+=:,./#-]+$/.test(a)?a:null}catch{return null}}r(f,"fetchedPackage");export{x as a};
