import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
var n={tool_recall:null,tool_precision:null,tool_f1:null,parameter_accuracy:null,phrase_recall:null,task_success:null,turn_pass_rate:null,retrieval_accuracy:null,tools_ok:null,response_ok:null,completed:null},r={input_tokens:null,output_tokens:null,total_tokens:null,cost_usd:null};export{n as a,r as b};
