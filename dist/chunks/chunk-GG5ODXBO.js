import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{I as o,c as t}from"./chunk-LVUMJKFL.js";var f=t(o,"input");export{f as a};
