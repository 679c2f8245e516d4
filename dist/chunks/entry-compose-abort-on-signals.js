import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";import{constants as i}from"node:os";function d(a=()=>{},c=()=>{}){let l=new AbortController,o=null,r=0,s=e(n=>{o!==null&&performance.now()-r>f&&c(o),o===null&&(r=performance.now(),a()),o??=128+i.signals[n],l.abort()},"onSignal");for(let n of t)process.on(n,s);return{signal:l.signal,code:e(()=>o,"code"),release(){for(let n of t)process.off(n,s)}}}e(d,"abortOnSignals");var f=400,t=["SIGINT","SIGHUP","SIGQUIT","SIGTERM"];export{d as a};
