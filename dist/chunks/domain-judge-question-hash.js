import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{k as t}from"./noble-hashes.js";import{a as r}from"./.js";function n({ask:i,sees:o}){return t({ask:i,sees:o})}r(n,"questionHash");export{n as a};
