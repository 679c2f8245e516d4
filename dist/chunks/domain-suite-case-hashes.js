import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{c as t}from"./domain-json-text.js";import{k as o}from"./noble-hashes.js";import{a as n}from"./.js";var c=1;function h({history:e,context:s,turns:r,simulated_user:p,mocks:a}){return o({history:t(e),context:s,inputs:r.map(({input:i})=>i),...p===null?{}:{simulated_user:t(p)},...Object.keys(a).length===0?{}:{mocks:t(a)}})}n(h,"inputHash");function x({expect:e,turns:s}){return o({expect:t(e),turns:s.map(r=>t(r.expect))})}n(x,"expectHash");export{c as a,h as b,x as c};
