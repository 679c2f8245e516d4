import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a}from"./.js";function h(r,e,n){let t={partners:d(r).map(i=>d(e).filter(s=>n(i,s))),rightOf:new Array(r).fill(f),leftOf:new Array(e).fill(f)};for(let i of d(r))l(t,i,new Set);let o=new Set;for(let i of d(r))O(t,i,o);return t.rightOf}a(h,"maximumMatching");var f=-1;function d(r){return Array.from({length:r},(e,n)=>n)}a(d,"indices");function l(r,e,n){let u=(r.partners[e]??[]).filter(o=>!n.has(o)),t=u.find(o=>r.leftOf[o]===f);if(t!==void 0)return c(r,e,t);for(let o of u)if(!n.has(o)&&(n.add(o),l(r,r.leftOf[o]??f,n)))return c(r,e,o);return!1}a(l,"augment");function c({rightOf:r,leftOf:e},n,u){return r[n]=u,e[u]=n,!0}a(c,"pair");function O(r,e,n){let u=r.rightOf[e];for(let t of r.partners[e]??[])if(t===u||!n.has(t)&&y(r,e,t,n)){n.add(t);return}}a(O,"settle");function y(r,e,n,u){let{rightOf:t,leftOf:o}=r,i=t[e]??f,s=o[n]??f;if(i!==f&&(o[i]=f),s!==f&&(t[s]=f),c(r,e,n),i===f||s===f)return!0;let m=new Set(u).add(n);for(let b=e+1;b<t.length;b++)if(t[b]===f&&l(r,b,m))return!0;return c(r,s,n),c(r,e,i),!1}a(y,"moveTo");export{h as a};
