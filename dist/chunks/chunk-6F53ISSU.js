import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{execFile as n}from"node:child_process";import{promisify as o}from"node:util";var e=o(n);async function l(t,r){try{let{stdout:i}=await e("git",["-c","safe.bareRepository=explicit",...r],{cwd:t,timeout:1e4});return i.trim()||null}catch{return null}}export{l as a};
