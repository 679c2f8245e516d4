import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as r}from"./.js";function n(s){let e=!1;process.stderr.on("error",()=>{}),process.stdout.on("error",o=>{let t=o.code??o.message;e||E.has(t)||(e=!0,s(t))})}r(n,"tolerateClosedOutput");var E=new Set(["EPIPE","EIO","ERR_STREAM_DESTROYED","ERR_STREAM_WRITE_AFTER_END"]);export{n as a};
