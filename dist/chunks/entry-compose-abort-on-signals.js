import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./.js";import{constants as a}from"node:os";function i(t=()=>{}){let e=new AbortController,l=null,r=n(o=>{l===null&&t(),l??=128+a.signals[o],e.abort()},"onSignal");for(let o of s)process.on(o,r);return{signal:e.signal,code:n(()=>l,"code"),release(){for(let o of s)process.off(o,r)}}}n(i,"abortOnSignals");var s=["SIGINT","SIGHUP","SIGQUIT","SIGTERM"];export{i as a};
