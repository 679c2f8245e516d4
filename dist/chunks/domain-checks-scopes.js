import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function u(t){return[...t.turns.flatMap(({expect:n},r)=>n===null?[]:[{turn:r+1,expect:n}]),{turn:null,expect:t.expect}]}e(u,"scopesOf");function p(t){return t===null?"":`t${t}.`}e(p,"scopePrefix");export{u as a,p as b};
