import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a as e}from"./chunk-GHO4OBLE.js";async function s(i){let o=e();try{let n=await i(o.signal);process.exitCode=o.code()??n}finally{o.release()}}export{s as a};
