import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{b as a,d as b,e as c,f as d,g as e}from"./chunk-YAISROR3.js";import"./chunk-YXW2TCPR.js";import"./chunk-S5EBOR6D.js";import"./chunk-G7VTFUBG.js";export{d as GitHub,b as context,c as defaults,e as getOctokitOptions,a as getUserAgentWithOrchestrationId};
