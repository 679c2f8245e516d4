import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{isAbsolute as e,relative as n,sep as o}from"node:path";function l(r,s){let t=n(r,s);return t===""||t!==".."&&!t.startsWith(`..${o}`)&&!e(t)}import{lstat as i}from"node:fs/promises";async function m(r){return i(r).then(()=>!0,()=>!1)}export{l as a,m as b};
