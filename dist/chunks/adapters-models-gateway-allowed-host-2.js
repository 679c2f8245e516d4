import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as o}from"./.js";function e(r){return URL.canParse(r)?new URL(r):null}o(e,"parseUrl");function c(r,i){return i.some(t=>{let n=e(t.includes("://")?t.trim():`${r.protocol}//${t.trim()}`);return n===null||n.hostname!==r.hostname?!1:!/:\d+\/?$/.test(t.replace(/^[a-z]+:\/\//i,"").replace(/\/.*$/,""))||s(n)===s(r)})}o(c,"isAllowedHost");function s(r){return r.port!==""?r.port:r.protocol==="https:"?"443":"80"}o(s,"port");export{e as a,c as b};
