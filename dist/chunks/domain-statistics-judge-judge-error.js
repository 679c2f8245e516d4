import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{b as o}from"./domain-statistics-distributions-normal.js";import{a as e}from"./.js";var u=.3;function t({j:r,varJ:n}){return r-o*Math.sqrt(n)}e(t,"lowerBoundOfJ");function d(r){return t(r)>u}e(d,"canTell");function l({j:r,varJ:n}){return r===1&&n===0}e(l,"isExact");export{u as a,t as b,d as c,l as d};
