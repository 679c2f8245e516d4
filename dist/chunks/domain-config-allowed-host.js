import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";function u(r){let[,n="",e]=/^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::([0-9]{1,5}))?$/i.exec(r)??[];return n===""||n.includes("..")||!URL.canParse(`http://${n}`)||e!==void 0&&(Number(e)<1||Number(e)>65535)?null:`${new URL(`http://${n}`).hostname}${e===void 0?"":`:${Number(e)}`}`}t(u,"parseAllowedHost");export{u as a};
