import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as s}from"./.js";function r(e,i){if(e.isTTY!==!0)return null;let t=s(n=>{for(let o of n.toString())o===""?process.kill(process.pid,"SIGINT"):i(o)},"hear");return e.setRawMode(!0),e.resume(),e.on("data",t),{close(){e.off("data",t),e.setRawMode(!1),e.pause()}}}s(r,"listenToKeys");export{r as a};
