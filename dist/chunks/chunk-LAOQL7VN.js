import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
function t(n){return n.length===0?null:n.reduce((e,r)=>e+r,0)/n.length}export{t as a};
