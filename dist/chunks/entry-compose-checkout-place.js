import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as u}from"./adapters-workspace-git-repository-facts.js";import{d as c}from"./picomatch.js";import{a as e}from"./.js";import{realpath as d}from"node:fs/promises";import{dirname as p,relative as y,resolve as a,sep as k}from"node:path";async function I(r){let t=await d(r).catch(()=>null);if(t===null)return null;let{root:n}=await u(t);return n===null?null:f(a(n),t)}e(I,"checkoutPlace");async function W(r){let t=await d(r.workspace).catch(()=>a(r.workspace)),n=a(t,r.working_directory),i=await d(n).catch(()=>n),o=await w(i,t),s=(o.find(({sha:m})=>m!==null&&r.commits.includes(m))??o[0])?.root??t,g=f(s,i)??{root:s,folder:h(y(s,n))};return{...g,written:f(s,n)?.folder??g.folder}}e(W,"workspacePlace");async function w(r,t){if(!c(t,r))return[];let{root:n,sha:i}=await u(r),o=a(n??r),l=o===p(o)?[]:await w(p(o),t);return n!==null&&c(t,o)?[{root:o,sha:i},...l]:l}e(w,"rootsAround");function f(r,t){return c(r,t)?{root:r,folder:h(y(r,t))}:null}e(f,"placeIn");function h(r){return r.split(k).join("/")}e(h,"slashed");export{I as a,W as b};
