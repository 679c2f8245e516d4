import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./chunk-LGG6K5BD.js";function c(n){return typeof n=="object"&&n!==null&&!Array.isArray(n)}e(c,"isJsonObject");function o(n){return Array.isArray(n)?`[${n.map(t=>o(t)).join(",")}]`:c(n)?`{${Object.keys(n).sort().filter(r=>n[r]!==void 0).map(r=>`${JSON.stringify(r)}:${o(n[r]??null)}`).join(",")}}`:JSON.stringify(n)}e(o,"canonicalJson");var i=/\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;var s="\u2026";function p(n,t){if(n.length<=t)return n;let r=u(n);return r.length<=t?r:`${r.slice(0,t).replace(/[\uD800-\uDBFF]$/,"")}${s}`}e(p,"cutEnd");function J(n,t){if(n.length<=t)return n;let r=u(n);return r.length<=t?r:`${s}${r.slice(r.length-t).replace(/^[\uDC00-\uDFFF]/,"")}`}e(J,"cutStart");function u(n){return n.replace(i,"")}e(u,"withoutSequences");export{c as a,o as b,i as c,p as d,J as e};
