import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{e as a,f as b}from"./adapters-models-clients-openai-responses.js";import"./adapters-models-ports.js";import"./domain-messages-read-usage.js";import"./domain-messages-read-arguments.js";import"./domain-trial-add-usage.js";import"./domain-cut.js";import"./domain-json-text.js";import"./domain-json.js";import"./.js";export{a as createChatModel,b as createUserModel};
