import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a}from"./chunk-BNA5YZ25.js";import"./chunk-ERWTDWJY.js";import"./chunk-67CRNXDP.js";import"./chunk-JHM5GCGY.js";import"./chunk-JQGA7M4G.js";import"./chunk-K6U2TAYG.js";import"./chunk-KWD5GHJW.js";import"./chunk-7FM7HRGP.js";import"./chunk-AOYTSHIK.js";import"./chunk-CIZQD3S2.js";import"./chunk-5WVPRJOF.js";import"./chunk-CRIWDRVW.js";import"./chunk-NORUXTAN.js";import"./chunk-4IWBPGBT.js";import"./chunk-LGG6K5BD.js";export{a as createCommandAgent};
