import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{d as o}from"./chunk-6MTQ5GWV.js";function r(n){process.stdout.write(`${o(n,2)}
`)}export{r as a};
