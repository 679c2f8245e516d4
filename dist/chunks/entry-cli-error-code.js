import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";function i(n){return n instanceof Error&&"code"in n&&typeof n.code=="string"?n.code:n instanceof Error?n.message:String(n)}t(i,"errorCode");export{i as a};
