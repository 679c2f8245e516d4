import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";import{execFile as o}from"node:child_process";import{promisify as e}from"node:util";var s=e(o);async function u(r,i){try{let{stdout:n}=await s("git",["-c","safe.bareRepository=explicit",...i],{cwd:r,timeout:1e4});return n.trim()||null}catch{return null}}t(u,"askGit");export{u as a};
