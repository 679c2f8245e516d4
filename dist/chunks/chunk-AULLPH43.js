import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
var n={name:"agent-eval-action",version:"0.1.0"},o="org/agent-eval-action";export{n as a,o as b};
