import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
function t(n){return n.length===0?null:n.reduce((e,r)=>e+r,0)/n.length}export{t as a};
