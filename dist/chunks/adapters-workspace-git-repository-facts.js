import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./.js";import{execFile as u}from"node:child_process";import{promisify as c}from"node:util";var y=c(u);async function v(r){return await p(r)??await f(r)}n(v,"repositoryFacts");async function p(r){let t=(await o(r,["rev-parse","--show-toplevel","HEAD","HEAD^{tree}","--symbolic-full-name","HEAD"]))?.split(`
`),[e="",s="",i="",...l]=t?.reverse()??[];return l.length===0||![i,s].every(a=>/^[0-9a-f]{40,64}$/.test(a))?null:{root:l.reverse().join(`
`),sha:i,tree:s,ref:e==="HEAD"?null:e}}n(p,"allAtOnce");async function f(r){let[t,e,s,i]=await Promise.all([o(r,["rev-parse","--show-toplevel"]),o(r,["rev-parse","HEAD"]),o(r,["rev-parse","HEAD^{tree}"]),o(r,["symbolic-ref","-q","HEAD"])]);return{root:t,sha:e,tree:s,ref:i}}n(f,"oneByOne");async function o(r,t){try{let{stdout:e}=await y("git",["-c","safe.bareRepository=explicit",...t],{cwd:r,timeout:1e4});return e.trim()||null}catch{return null}}n(o,"git");export{v as a};
