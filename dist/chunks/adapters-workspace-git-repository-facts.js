import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./.js";import{execFile as l}from"node:child_process";import{promisify as a}from"node:util";var c=a(l);async function m(r){return await u(r)??await y(r)}n(m,"repositoryFacts");async function u(r){let e=(await s(r,["rev-parse","--show-toplevel","HEAD","--symbolic-full-name","HEAD"]))?.split(`
`),[t="",o="",...i]=e?.reverse()??[];return i.length===0||!/^[0-9a-f]{40,64}$/.test(o)?null:{root:i.reverse().join(`
`),sha:o,ref:t==="HEAD"?null:t}}n(u,"allAtOnce");async function y(r){let[e,t,o]=await Promise.all([s(r,["rev-parse","--show-toplevel"]),s(r,["rev-parse","HEAD"]),s(r,["symbolic-ref","-q","HEAD"])]);return{root:e,sha:t,ref:o}}n(y,"oneByOne");async function s(r,e){try{let{stdout:t}=await c("git",["-c","safe.bareRepository=explicit",...e],{cwd:r,timeout:1e4});return t.trim()||null}catch{return null}}n(s,"git");export{m as a};
