import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./adapters-terminal-inert.js";import{a as t}from"./domain-document-format-issue.js";import{a as e}from"./.js";var f={pass:0,fail:1,usage:2,inconclusive:3,error:4};function a(r){for(let s of r)i(t(s));let o=r.filter(s=>s.severity==="error").length;o>0&&i(`${o} ${o===1?"problem":"problems"}; nothing was run`)}e(a,"sayIssues");function i(r){process.stderr.write(`${n(r)}
`)}e(i,"say");export{f as a,a as b,i as c};
