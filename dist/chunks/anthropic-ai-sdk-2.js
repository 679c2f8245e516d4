import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a,b,c,d,e,f,g}from"./anthropic-ai-sdk-5.js";import"./.js";export{a as child_process,b as crypto,c as fs,d as os,e as path,f as stream,g as util};
