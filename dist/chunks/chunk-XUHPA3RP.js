import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
var t=["vitest","pytest","junit","jsonl","promptfoo","evalite","inspect","ctrf","adk","deepeval"];export{t as a};
