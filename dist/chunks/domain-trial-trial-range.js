import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as t}from"./.js";var u={min:3,max:10};function c(n,r,l=null){if(n!==null)return{...n,once:m(n)};let o=t(i=>i/Math.max(1,r),"each"),e=Math.min(25,Math.ceil(o(100))),a=Math.max(5,l===null?e:Math.min(e,Math.floor(o(l))));return{min:u.min,max:Math.max(u.max,a),once:a}}t(c,"trialNumbers");function m({min:n,max:r}){return Math.max(n,Math.floor(Math.sqrt(n*r)))}t(m,"middleTrials");function s(n,r){let[,l,o=l]=/^(\d{1,4})(?:\s*-\s*(\d{1,4}))?$/.exec(n.trim())??[],[e,a]=[Number(l),Number(o)];return e>=1&&e<=a&&a<=r?{min:e,max:a}:null}t(s,"parseTrialRange");function T({min:n,max:r}){return n===r?`${n}`:`${n} to ${r}`}t(T,"trialRangeText");export{c as a,m as b,s as c,T as d};
