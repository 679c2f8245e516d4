import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./adapters-terminal-inert.js";import{a as i}from"./domain-document-format-issue.js";import{m as e}from"./domain-words.js";import{a as s}from"./.js";function a(r){for(let o of r)m(i(o));let t=r.filter(o=>o.severity==="error").length;t>0&&m(`${e(t,"problem")}; nothing was run`)}s(a,"sayIssues");function m(r){process.stderr.write(`${n(r)}
`)}s(m,"say");export{a,m as b};
