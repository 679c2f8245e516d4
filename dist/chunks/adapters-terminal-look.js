import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as o}from"./.js";function u(n,e=process.env){return{colours:i(n,e),columns:n.isTTY===!0&&n.columns>0?n.columns:null}}o(u,"lookOf");function t(n,e=process.env){return n.isTTY===!0&&e.TERM!=="dumb"}o(t,"isLive");function i(n,e){let r=e.FORCE_COLOR;return r!==void 0?r!=="0"&&r!=="false":(e.NO_COLOR??"")!==""?!1:t(n,e)}o(i,"hasColours");export{u as a,t as b};
