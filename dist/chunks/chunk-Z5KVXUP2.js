import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{b as i}from"./chunk-ZXVV22LJ.js";import{k as n}from"./chunk-6JK5ZZV6.js";import{realpath as a}from"node:fs/promises";import{dirname as s,join as p,relative as c,resolve as m}from"node:path";async function y(t,r){let o=s(m(t,r));return await e(await a(o).catch(()=>o))??(c(t,o).startsWith("..")?o:t)}async function e(t){if(await i(p(t,".git")))return t;let r=s(t);return r===t?null:e(r)}function v(t){process.stdout.write(`${n(t,2)}
`)}export{v as a,y as b};
