import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
var o=/^[A-Za-z_$][A-Za-z0-9_$-]*$/;function i(t){return t.map((n,e)=>r(n,e===0)).join("")}function r(t,n){return typeof t=="number"?`[${t}]`:o.test(t)?n?t:`.${t}`:`[${JSON.stringify(t)}]`}export{i as a};
