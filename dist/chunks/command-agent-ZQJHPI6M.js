import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a}from"./chunk-W7BH6FHL.js";import"./chunk-BLBELFX4.js";import"./chunk-DCVDJYMD.js";import"./chunk-P5YBC3J2.js";import"./chunk-HQK2L7T6.js";import"./chunk-LYH5QRJK.js";import"./chunk-ZWVFDCKN.js";import"./chunk-6XNT7Y77.js";import"./chunk-ZNNK62BA.js";import"./chunk-AEHLMXAA.js";import"./chunk-LGG6K5BD.js";export{a as createCommandAgent};
