import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{b as r}from"./chunk-NFNRTPOA.js";import{e as o}from"./chunk-DO52KF73.js";function l(t){for(let e of t)o(r(e),{title:"Agent eval"})}export{l as a};
