import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
function t(e){switch(e.kind){case"command":case"module":case"suite":return e.setup.length===0;case"http":return e.start!==null&&e.setup.length===0;default:return!1}}export{t as a};
