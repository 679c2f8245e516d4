// npm run inputs: a contributor runs it after a change of src/commands/options.
/** Writes the inputs of action.yml and the tables of docs/ from the table of options (src/commands/options). Run with: npm run inputs */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionDocuments } from './option-documents.ts';

for (const { file, text } of optionDocuments()) {
  const path = join(import.meta.dirname, '..', file);
  const before = readFileSync(path, 'utf8');
  if (before !== text) writeFileSync(path, text);
  console.log(before === text ? `${file} was fresh` : `${file}: wrote inputs and flags`);
}
