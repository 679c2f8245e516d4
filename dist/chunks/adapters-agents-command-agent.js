import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a}from"./adapters-agents-command-worker.js";import"./adapters-agents-command-setup.js";import"./adapters-agents-turn-clock.js";import"./adapters-agents-attempt-end.js";import"./adapters-models-wire-turn-fold-calls.js";import"./domain-messages-gemini.js";import"./adapters-models-ports.js";import"./domain-messages-read-usage.js";import"./domain-messages-read-arguments.js";import"./adapters-process-tail-buffer.js";import"./domain-trial-exception-line.js";import"./application-ports.js";import"./domain-matching-glob.js";import"./re2js.js";import"./domain-trial-add-usage.js";import"./domain-cut.js";import"./domain-json-text.js";import"./adapters-process-process-tree.js";import"./adapters-process-line-splitter.js";import"./adapters-process-deferred.js";import"./zod.js";import"./noble-hashes.js";import"./domain-json.js";import"./domain-words.js";import"./.js";export{a as createCommandAgent};
