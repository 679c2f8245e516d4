import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function t(){let r=e(()=>Promise.reject(new Error("are not stored")),"next");return{[Symbol.asyncIterator]:()=>({next:r})}}e(t,"noTrajectories");function s(r){return{find:e(async()=>({kind:"none",reason:r,notes:[]}),"find"),trajectories:t}}e(s,"noBaseline");export{t as a,s as b};
