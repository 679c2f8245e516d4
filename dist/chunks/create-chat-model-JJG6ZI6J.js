import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a,b}from"./chunk-JSLV35JO.js";import"./chunk-K6U2TAYG.js";import"./chunk-5WVPRJOF.js";import"./chunk-CRIWDRVW.js";import"./chunk-LGG6K5BD.js";export{a as createChatModel,b as createUserModel};
