import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{a as o}from"./chunk-N54L6F7O.js";import{dirname as e,relative as n,resolve as a}from"node:path";async function c(r,s){let t=e(a(r,s)),{root:i}=await o(t);return i??(n(r,t).startsWith("..")?t:r)}export{c as a};
