import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
var e=process.getBuiltinModule("node:http"),t=e,{Agent:o,createServer:r,request:l}=e;export{t as a,o as b,r as c,l as d};
