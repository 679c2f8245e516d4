import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a as t,m as o}from"./chunk-LRD2MXEV.js";var f=t(o,"input");export{f as a};
