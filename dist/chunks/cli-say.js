import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as s}from"./domain-document-format-issue.js";import{a as e}from"./.js";function n(r){return r.replace(/[^\P{C}\n\t]/gu,"\uFFFD").replaceAll("##[","#\u200B#[")}e(n,"inert");function c(r){for(let t of r)i(s(t));let o=r.filter(t=>t.severity==="error").length;o>0&&i(`${o} ${o===1?"problem":"problems"}; nothing was run`)}e(c,"sayIssues");function i(r){process.stderr.write(`${n(r)}
`)}e(i,"say");export{n as a,c as b,i as c};
