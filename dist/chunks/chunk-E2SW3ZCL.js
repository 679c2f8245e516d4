import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
function u({ended:r,remaining:n,concurrency:a,elapsed_ms:t}){if(r===0)return null;if(n<=0)return 0;let e=Math.min(a,n);return Math.min(a,r+e)*t/(r+e/2)*(n-e/2)/e}export{u as a};
