import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{setImmediate as t,setTimeout as n}from"node:timers/promises";var s={now:()=>Date.now(),monotonic:()=>performance.now(),sleep:(o,e)=>o===0?i():n(o,void 0,{signal:e}).catch(()=>{})};async function i(){await t(),await t()}export{s as a};
