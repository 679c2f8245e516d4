import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{b as a,c as b}from"./entry-compose-evaluate-base.js";import"./adapters-agents-checks-module-host.js";import"./cfworker-json-schema.js";import"./picomatch.js";import"./adapters-workspace-git-ask-git.js";import"./domain-report-redaction-secret-needles.js";import"./domain-config-fingerprint.js";import"./domain-matching-bipartite.js";import"./domain-statistics-seeded-random.js";import"./domain-document-parse-yaml.js";import"./yaml.js";import"./domain-report-redaction-redact-json.js";import"./domain-document-path-text.js";import"./domain-document-zod-messages.js";import"./domain-document-format-issue.js";import"./domain-matching-match-value.js";import"./domain-matching-parse-day.js";import"./domain-trial-exception-line.js";import"./re2js.js";import"./domain-trial-add-usage.js";import"./domain-cut.js";import"./domain-json-text.js";import"./adapters-process-process-tree.js";import"./adapters-process-line-splitter.js";import"./zod.js";import"./domain-json.js";import"./domain-words.js";import"./.js";export{b as configFolder,a as createBaseCommit};
