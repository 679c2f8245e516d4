import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{a}from"./chunk-2EE36R3C.js";import"./chunk-APCQLYSG.js";import"./chunk-XY7QUVLB.js";export{a as createDispatcher};
