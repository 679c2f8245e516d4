import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DialectOptions } from '#cases/dialects/conversion/dialect.ts';
import type { ParsedCases } from '#cases/dialects/parse-cases-in.ts';
import type { Case } from '#cases/suite/case.ts';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import { casesYaml } from '#commands/cli/cases/cases-yaml.ts';
import { FOREIGN_FILES } from '#test/fixtures/foreign-files.ts';
import { readCases } from './read-cases.ts';

const folder = new URL('../../fixtures/foreign/', import.meta.url);
test.each(FOREIGN_FILES)(
  'the cases of %s are the same when they are written as ours and read again',
  (file, options) => {
    const read = readFixture(file, options);
    expect(read.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(read.cases.length).toBeGreaterThan(0);
    const again = readCases(casesYaml(read.cases), 'imported.yml');
    expect(again.issues).toEqual([]);
    expect(again.dialects).toEqual(['canonical']);
    expect(again.cases.map(withoutSource)).toEqual(read.cases.map(withoutSource));
  },
);

test.each(FOREIGN_FILES)('the cases of %s mean what its tool means', async (file, options) => {
  const { cases } = readFixture(file, options);
  await expect(`${JSON.stringify(cases.map(writeCase), null, 2)}\n`).toMatchFileSnapshot(
    new URL(`golden/${file.replaceAll('/', '-')}.json`, folder).pathname,
  );
});

test.each([
  ['two columns and a last line break', 'q;e\nhi;ho\n'],
  ['two columns', 'q;e\nhi;ho'],
  ['commas in its values', 'q;e;n\nhi;ho;1,5\nyou, there;a, b;2,5\n'],
  ['quotes', '"q";"e"\n"hi";ho\n'],
  ['blank lines', '\n\nq;e\n\nhi;ho\n\n'],
])('values separated by `;`, tabs or `|`, with %s, are read like CSV', async (_, text) => {
  for (const [delimiter, file] of [
    [';', 'rows.csv'],
    ['\t', 'rows.csv'],
    ['\t', 'rows.tsv'],
    ['|', 'rows.csv'],
  ] as const) {
    const { cases, issues } = await readText(
      text.replaceAll(';', delimiter),
      { columns: { input: 'q', reference: 'e' }, reference: 'contains' },
      file,
    );
    expect(issues).toEqual([]);
    expect(cases[0]?.turns).toMatchObject([{ input: 'hi' }]);
  }
});

function readFixture(file: string, dialect: DialectOptions = {}): ParsedCases {
  return readText(readFileSync(new URL(file, folder), 'utf8'), dialect, file);
}

function readText(text: string, dialect: DialectOptions = {}, file = 'f.yml'): ParsedCases {
  return readCases(text, file, dialect);
}

function withoutSource({ source: _, ...rest }: Case): Omit<Case, 'source'> {
  return rest;
}
