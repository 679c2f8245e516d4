import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{E as o,e as t}from"./chunk-APZECMNI.js";var f=t(o,"input");export{f as a};
