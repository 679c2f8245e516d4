import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a}from"./chunk-B7JHRI6B.js";import"./chunk-S5EBOR6D.js";import"./chunk-G7VTFUBG.js";export{a as createDispatcher};
