import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{a,b,c,d,e,f,g}from"./chunk-O5DFABII.js";import"./chunk-XY7QUVLB.js";export{a as child_process,b as crypto,c as fs,d as os,e as path,f as stream,g as util};
