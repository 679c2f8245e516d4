import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
function E(r){let e=!1;process.stderr.on("error",()=>{}),process.stdout.on("error",o=>{let t=o.code??o.message;e||s.has(t)||(e=!0,r(t))})}var s=new Set(["EPIPE","EIO","ERR_STREAM_DESTROYED","ERR_STREAM_WRITE_AFTER_END"]);export{E as a};
