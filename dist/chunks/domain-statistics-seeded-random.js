import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as e}from"./.js";function b(t){let n=x(t),r=Uint32Array.of(n(),n(),n(),n());return()=>a(r)/2**32}e(b,"seededRandom");function a(t){let[n=0,r=0,i=0,s=0]=t,c=Math.imul(m(Math.imul(r,5),7),9)>>>0,u=i^n,o=s^r;return t[0]=n^o,t[1]=r^u,t[2]=u^r<<9,t[3]=m(o,11),c}e(a,"xoshiro128");function m(t,n){return t<<n|t>>>32-n}e(m,"rotate");function x(t){let n=t|0;return()=>{n=n+2654435769|0;let r=n^n>>>16;return r=Math.imul(r,569420461),r=Math.imul(r^r>>>15,1935289751),(r^r>>>15)>>>0}}e(x,"splitmix32");export{b as a};
