import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{k as a}from"./noble-hashes.js";import{a as n}from"./.js";var d=256;function l(e){let[,r,o]=/^([1-9]\d{0,2})\s*\/\s*([1-9]\d{0,2})$/.exec(e.trim())??[],[t,s]=[Number(r),Number(o)];return t<=s&&s<=d?{index:t,of:s}:null}n(l,"parseShard");function f({index:e,of:r}){return`${e} of ${r}`}n(f,"shardText");function i(e,r){return Number.parseInt(a(e).slice(0,c),16)%r+1}n(i,"shardOf");function m(e,{index:r,of:o}){return e.filter(({id:t})=>i(t,o)===r)}n(m,"casesOfShard");var c=12;export{d as a,l as b,f as c,i as d,m as e};
