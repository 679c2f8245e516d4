import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
var r={name:1e3,tags:200,nesting:40};function o(n,t){return typeof n!="object"||n===null?!0:t>0&&Object.values(n).every(e=>o(e,t-1))}export{r as a,o as b};
