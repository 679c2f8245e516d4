import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a,b,c,d,e,f,g}from"./chunk-VGZ6V25N.js";import"./chunk-G7VTFUBG.js";export{a as child_process,b as crypto,c as fs,d as os,e as path,f as stream,g as util};
