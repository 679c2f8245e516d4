import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./adapters-terminal-escape-terminal.js";import{a as i}from"./domain-document-format-issue.js";import{n as t}from"./domain-words.js";import{a as e}from"./.js";function a(r){for(let o of r)m(i(o));let s=r.filter(o=>o.severity==="error").length;s>0&&m(`${t(s,"problem")}; nothing was run`)}e(a,"sayIssues");function m(r){process.stderr.write(`${n(r)}
`)}e(m,"say");export{a,m as b};
