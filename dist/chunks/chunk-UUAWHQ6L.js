import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{a as t}from"./chunk-E3SWYZAP.js";function c(e,r,o){let s=[...r.map(i=>e[i]??""),...o];return[...new Set(s.filter(n))]}function u(e){for(let r of e.filter(n))t(r)}function n(e){return e.trim().length>=a}var a=6;export{c as a,u as b};
