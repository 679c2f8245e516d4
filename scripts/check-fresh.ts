// npm run fresh: CI runs it with each change.
/** Fails when a committed, generated file differs from what the sources give: dist/, schema/, the report's page, action.yml and the tables of docs/. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { schemaFiles } from './json-schemas.ts';
import { optionDocuments } from './option-documents.ts';
import { reportPageFile } from './report-page.ts';

const scratch = mkdtempSync(join(tmpdir(), 'fresh-'));
try {
  execFileSync(process.execPath, ['scripts/bundle.ts', scratch], { stdio: 'inherit' });
  const stale = [
    ...differences('dist', scratch),
    ...[await reportPageFile(), ...schemaFiles(), ...optionDocuments()].flatMap(({ file, text }) =>
      read(file) === text ? [] : [file],
    ),
  ];
  for (const path of stale) console.error(`stale: ${path}`);
  if (stale.length > 0) {
    console.error('Run "npm run generate" and commit what it writes.');
    process.exitCode = 1;
  } else {
    console.log("dist/, schema/, the report's page, action.yml and docs/ are what the sources give");
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function differences(committed: string, built: string): string[] {
  const names = new Set([...files(committed), ...files(built)]);
  return [...names]
    .filter((name) => read(join(committed, name)) !== read(join(built, name)))
    .map((name) => join(committed, name));
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
