import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
var e=process.getBuiltinModule("node:https"),t=e,{Agent:o,createServer:r,request:s}=e;export{t as a,o as b,s as c};
