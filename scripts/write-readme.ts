/** Writes the tables of inputs and outputs of README.md from action.yml. Run with: npm run readme */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withActionTables } from './readme-tables.ts';

const root = join(import.meta.dirname, '..');
const path = join(root, 'README.md');

const before = readFileSync(path, 'utf8');
const after = withActionTables(before, readFileSync(join(root, 'action.yml'), 'utf8'));
writeFileSync(path, after);
console.log(before === after ? 'README.md was fresh' : 'README.md: wrote the tables of inputs and outputs');
