import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a,b}from"./chunk-5JPYUCMX.js";import"./chunk-ZZUYGBQ2.js";import"./chunk-5WVPRJOF.js";import"./chunk-CZVWG7XE.js";import"./chunk-DPQJTY5E.js";import"./chunk-LGG6K5BD.js";export{a as createChatModel,b as createUserModel};
