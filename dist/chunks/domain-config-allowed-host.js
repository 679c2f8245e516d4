import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./.js";function u(r){let t=!1;process.stderr.on("error",()=>{}),process.stdout.on("error",e=>{let o=e.code??e.message;t||s.has(o)||(t=!0,r(o))})}n(u,"tolerateClosedOutput");var s=new Set(["EPIPE","EIO","ERR_STREAM_DESTROYED","ERR_STREAM_WRITE_AFTER_END"]);function l(r){let[,t="",e]=/^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::([0-9]{1,5}))?$/i.exec(r)??[];return t===""||t.includes("..")||!URL.canParse(`http://${t}`)||e!==void 0&&(Number(e)<1||Number(e)>65535)?null:`${new URL(`http://${t}`).hostname}${e===void 0?"":`:${Number(e)}`}`}n(l,"parseAllowedHost");export{l as a,u as b};
