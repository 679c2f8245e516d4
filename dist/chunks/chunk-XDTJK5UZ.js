import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
function o(e){return[...e.turns.flatMap(({expect:t},n)=>t===null?[]:[{turn:n+1,expect:t}]),{turn:null,expect:e.expect}]}function s(e){return e===null?"":`t${e}.`}export{o as a,s as b};
