// npm run schema: a contributor runs it after a change of the config or the cases.
/**
 * Writes the JSON Schema of config and cases from the schemas that read them. Run with: npm run schema
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { schemaFiles } from './json-schemas.ts';

const root = join(import.meta.dirname, '..');

for (const { file, text } of schemaFiles()) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(`${file}: ${text.length} characters`);
}
