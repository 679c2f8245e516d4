import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
function y(e){return Object.keys(e)}function a(e,o){let n={};for(let t of e)n[t]=o(t);return n}export{y as a,a as b};
