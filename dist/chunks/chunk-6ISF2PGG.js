import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{c as n}from"./chunk-77PQAROT.js";import{hash as s}from"node:crypto";var r=o=>s("sha256",o);function i(o){return r(n(o))}export{r as a,i as b};
