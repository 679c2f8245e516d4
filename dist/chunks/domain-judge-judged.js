import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";function n(e){return`judge.${e}`}r(n,"judgeCheckName");function t(e){return e.startsWith("judge.")?e.slice(6):null}r(t,"criterionOfCheck");export{n as a,t as b};
