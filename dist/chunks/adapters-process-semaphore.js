import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as c}from"./adapters-process-deferred.js";import{a as t}from"./.js";function g(a){let n=[],r=a;function o(){for(let e=n[0];e!==void 0&&e.wanted<=r;e=n[0])n.shift(),r-=e.wanted,e.grant(!0)}return t(o,"serve"),{async enter(e,m="one"){if(e.aborted)return null;let i=m==="one"?1:a,{promise:p,resolve:l}=c(),u={wanted:i,grant:l},d=t(()=>{let s=n.indexOf(u);s!==-1&&n.splice(s,1),l(!1),o()},"giveUp");e.addEventListener("abort",d,{once:!0}),n.push(u),o();let v=await p;if(e.removeEventListener("abort",d),!v)return null;let f=!1;return()=>{f||(f=!0,r+=i,o())}}}}t(g,"createSemaphore");export{g as a};
