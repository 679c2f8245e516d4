import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as s}from"./adapters-workspace-git-repository-facts.js";import{a as o}from"./.js";import{dirname as n,relative as a,resolve as m}from"node:path";async function f(r,i){let t=n(m(r,i)),{root:e}=await s(t);return e??(a(r,t).startsWith("..")?t:r)}o(f,"workspaceRoot");export{f as a};
