// For write-inputs.ts and check-fresh.ts: the files that the table of options is written into.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInputs } from './action-inputs.ts';
import { withActionTables } from './inputs-tables.ts';

const root = join(import.meta.dirname, '..');

/** The files that the table of options is written into, as they must stand in the repository. */
export function optionDocuments(): readonly { readonly file: string; readonly text: string }[] {
  const action = withInputs(read('action.yml'));
  return [
    { file: 'action.yml', text: action },
    { file: 'docs/inputs.md', text: withActionTables(read('docs/inputs.md'), action) },
  ];
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
