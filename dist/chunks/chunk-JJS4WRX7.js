import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import{p as e}from"./chunk-BFSG2NNX.js";function o(t){e(`
Ended at once; trials that had not ended are lost`),process.exit(t)}export{o as a};
