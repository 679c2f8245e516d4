import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
function s({created_at:e,finished_at:r}){let t=Date.parse(r??"")-Date.parse(e);return t>0&&t<=n?t:null}var n=840*60*60*1e3;export{s as a};
