import{a,b,c,d,e,f,g}from"./anthropic-ai-sdk-5.js";import"./-2.js";export{a as child_process,b as crypto,c as fs,d as os,e as path,f as stream,g as util};
