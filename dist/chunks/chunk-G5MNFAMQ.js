import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{p as e}from"./chunk-GL37DW5W.js";function o(t){e(`
Ended at once; trials that had not ended are lost`),process.exit(t)}export{o as a};
