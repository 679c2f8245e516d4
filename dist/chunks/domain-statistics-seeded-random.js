import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as l}from"./.js";function c(r){let n=u(r),e=Uint32Array.of(n(),n(),n(),n());return()=>y(e)/2**32}l(c,"seededRandom");function y(r){let[n=0,e=0,d=0,s=0]=r,i=Math.imul(t(Math.imul(e,5),7),9)>>>0,o=d^n,a=s^e;return r[0]=n^a,r[1]=e^o,r[2]=o^e<<9,r[3]=t(a,11),i}l(y,"xoshiro128");function t(r,n){return r<<n|r>>>32-n}l(t,"rotate");function u(r){let n=r|0;return()=>{n=n+2654435769|0;let e=n^n>>>16;return e=Math.imul(e,569420461),e=Math.imul(e^e>>>15,1935289751),(e^e>>>15)>>>0}}l(u,"splitmix32");export{c as a};
