import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a}from"./chunk-5PHPE6VW.js";import"./chunk-I47WOMKR.js";import"./chunk-67CRNXDP.js";import"./chunk-YKEMRLXP.js";import"./chunk-2DY2DANH.js";import"./chunk-ZZUYGBQ2.js";import"./chunk-KWD5GHJW.js";import"./chunk-YQA5PJEJ.js";import"./chunk-AOYTSHIK.js";import"./chunk-WBCGL3XI.js";import"./chunk-5WVPRJOF.js";import"./chunk-CZVWG7XE.js";import"./chunk-NORUXTAN.js";import"./chunk-4IWBPGBT.js";import"./chunk-7CAYYN7J.js";import"./chunk-DPQJTY5E.js";import"./chunk-LGG6K5BD.js";export{a as createCommandAgent};
