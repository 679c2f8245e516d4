import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./domain-statistics-distributions-normal.js";import{a as t}from"./.js";function a(r){if(r>=1)return null;let n=Math.max(0,r)*e**2/(1-r);return Math.ceil(n*(1-1e-9))}t(a,"trialsThatProve");export{a};
