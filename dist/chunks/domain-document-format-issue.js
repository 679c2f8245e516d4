import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";function o(t){let a=`${t.file}:${t.line}:${t.column}`;return(t.path===""?[a,t.message]:[a,t.path,t.message]).join(": ").replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,e)}r(o,"formatIssue");function e(t){return`\\u${t.charCodeAt(0).toString(16).padStart(4,"0")}`}r(e,"escapeCharacter");export{o as a};
