// npm run page: a contributor runs it after a change of src/report/page.
/** Writes the script and style of the HTML report, bundled from src/report/page. Run with: npm run page */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportPageFile } from './report-page.ts';

const { file, text } = await reportPageFile();
writeFileSync(join(import.meta.dirname, '..', file), text);
console.log(`${file}: ${text.length} characters`);
