/** Writes the tables of docs/inputs.md from action.yml. Run with: npm run inputs */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withActionTables } from './inputs-tables.ts';

const root = join(import.meta.dirname, '..');
const path = join(root, 'docs/inputs.md');

const before = readFileSync(path, 'utf8');
const after = withActionTables(before, readFileSync(join(root, 'action.yml'), 'utf8'));
writeFileSync(path, after);
console.log(before === after ? 'docs/inputs.md was fresh' : 'docs/inputs.md: wrote the tables of inputs and outputs');
