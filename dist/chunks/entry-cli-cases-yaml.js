import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a}from"./domain-suite-writing-write-expectations.js";import"./entry-cli-print-json.js";import"./domain-suite-expectation.js";import"./yaml.js";import"./domain-judge-ready-criteria.js";import"./domain-matching-similarity-bleu.js";import"./adapters-terminal-escape-terminal.js";import"./domain-json-text.js";import"./.js";export{a as casesYaml};
