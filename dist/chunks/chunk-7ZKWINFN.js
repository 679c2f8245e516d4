import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
var t=["vitest","pytest","junit","jsonl","promptfoo","evalite","inspect","ctrf","adk","deepeval","rows"];export{t as a};
