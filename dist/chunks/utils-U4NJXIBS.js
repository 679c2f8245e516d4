import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{c as a,e as b,f as c,g as d,h as e}from"./chunk-IFCTMMA6.js";import"./chunk-APCQLYSG.js";import"./chunk-XY7QUVLB.js";export{d as GitHub,b as context,c as defaults,e as getOctokitOptions,a as getUserAgentWithOrchestrationId};
