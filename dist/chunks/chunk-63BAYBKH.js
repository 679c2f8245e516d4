import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
function s(r,y){let e=new Map;for(let t of r){let o=y(t),n=e.get(o);n===void 0?e.set(o,[t]):n.push(t)}return e}export{s as a};
