import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{k as a}from"./noble-hashes.js";import{a as o}from"./.js";function j({turns:n}){return a(n.map(({input:s,output:m,tool_calls:e,plan:l,metadata:p,state:u,retrieved:c})=>({input:s,output:m,tool_calls:e?.map(({name:t,arguments:r,status:i,result:y})=>({name:t,arguments:r,status:i,result:y}))??null,plan:l?.map(({name:t,arguments:r})=>({name:t,arguments:r}))??null,metadata:p,state:u,retrieved:c})))}o(j,"trajectoryHash");export{j as a};
