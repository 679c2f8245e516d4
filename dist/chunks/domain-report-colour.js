import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as o}from"./.js";var u={red:[31,39],green:[32,39],yellow:[33,39],dim:[2,22]};function t(r,e){let[n,l]=u[e];return`\x1B[${n}m${r}\x1B[${l}m`}o(t,"inColour");export{t as a};
