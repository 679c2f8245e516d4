import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as p,b as a,c as f,d as n,f as e,g as t,h as i,i as m}from"./zod.js";import{a as r,d as c}from"./.js";var d={};c(d,{ZodISODate:()=>t,ZodISODateTime:()=>e,ZodISODuration:()=>m,ZodISOTime:()=>i,date:()=>s,datetime:()=>x,duration:()=>O,time:()=>S});function x(o){return p(e,o)}r(x,"datetime");function s(o){return a(t,o)}r(s,"date");function S(o){return f(i,o)}r(S,"time");function O(o){return n(m,o)}r(O,"duration");export{d as a};
