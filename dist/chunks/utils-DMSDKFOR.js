import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{c as a,e as b,f as c,g as d,h as e}from"./chunk-K5JYOHKU.js";import"./chunk-S5EBOR6D.js";import"./chunk-G7VTFUBG.js";export{d as GitHub,b as context,c as defaults,e as getOctokitOptions,a as getUserAgentWithOrchestrationId};
