import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{d as o}from"./chunk-TJQOVRBX.js";import{b as r}from"./chunk-UDFCTN3Z.js";function l(t){for(let e of t)o(r(e),{title:"Agent eval"})}export{l as a};
