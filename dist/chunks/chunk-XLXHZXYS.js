import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{a as n}from"./chunk-TJQOVRBX.js";function l(t,e,o){let s=[...e.map(i=>t[i]??""),...o];return[...new Set(s.filter(r))]}function u(t){for(let e of t.filter(r))n(e)}function r(t){return t.trim().length>=a}var a=6;export{l as a,u as b};
