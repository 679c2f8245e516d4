import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";import{basename as s,relative as o}from"node:path";function c(){let t=process.argv[1]??"";if(s(t)==="agent-eval")return"agent-eval";let n=o(process.cwd(),t),e=n.length<t.length?n:t;return`node ${/^[\w./-]+$/.test(e)?e:JSON.stringify(e)}`}r(c,"commandName");export{c as a};
