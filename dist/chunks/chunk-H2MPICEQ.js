import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
function n(t){let r=`${t.file}:${t.line}:${t.column}`;return(t.path===""?[r,t.message]:[r,t.path,t.message]).join(": ").replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,a)}function a(t){return`\\u${t.charCodeAt(0).toString(16).padStart(4,"0")}`}export{n as a};
