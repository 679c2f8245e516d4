import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{b as r}from"./chunk-I5T57SUC.js";import{d as o}from"./chunk-E3SWYZAP.js";function l(t){for(let e of t)o(r(e),{title:"Agent eval"})}export{l as a};
