import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";var e=/\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;var c="\u2026";function g(n,u){if(n.length<=u)return n;let r=i(n);return r.length<=u?r:`${r.slice(0,u).replace(/[\uD800-\uDBFF]$/,"")}${c}`}t(g,"cutEnd");function l(n,u){if(n.length<=u)return n;let r=i(n);return r.length<=u?r:`${c}${r.slice(r.length-u).replace(/^[\uDC00-\uDFFF]/,"")}`}t(l,"cutStart");function i(n){return n.replace(e,"")}t(i,"withoutSequences");export{e as a,g as b,l as c};
