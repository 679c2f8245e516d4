import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recogniseDialect } from '#cases/dialects/recognition/recognise-dialect.ts';
import { dialects } from '#cases/dialects/registry.ts';
import type { Case } from '#cases/suite/case.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { readCases } from './read-cases.ts';

const folder = new URL('../../fixtures/cases/', import.meta.url);
const files = readdirSync(folder).sort();
const goldens = files.filter((file) => file.endsWith('.golden.json'));
const foreign = goldens.map((file) => file.replace('.golden.json', ''));

const dialectOf: { readonly [file: string]: string | undefined } = {
  'canonical.jsonl': 'canonical',
  'canonical.yml': 'canonical',
  'refunds-final-state.json': 'final-state',
  'refunds-final-state.jsonl': 'final-state',
  'refunds-function-call.json': 'final-state',
  'refunds-function-call.jsonl': 'final-state',
  'support-suite.yml': 'support-suite',
  'three-dimensions.json': 'three-dimensions',
  'weather-stock-multi-turn.json': 'trajectory-list',
  'weather-stock-single-turn.json': 'trajectory-list',
};

test('every readable foreign fixture has its canonical twin', () => {
  const canonical = ['canonical.jsonl', 'canonical.yml'];
  expect([...canonical, ...foreign].sort()).toEqual(Object.keys(dialectOf).sort());
});

test.each(foreign)('%s means the cases of its canonical twin', (file) => {
  const converted = readCases(textOf(file), file);
  const golden = readCases(textOf(`${file}.golden.json`), `${file}.golden.json`);
  expect({ issues: converted.issues, golden: golden.issues }).toEqual({ issues: [], golden: [] });
  expect(golden.dialects).toEqual(['canonical']);
  expect(converted.cases.map(withoutSource)).toEqual(golden.cases.map(withoutSource));
});

test.each(foreign)('every case of %s remembers the line of its row', (file) => {
  const lines = textOf(file).split('\n');
  const { cases } = readCases(textOf(file), file);
  const starts = cases.map(({ source }) => ({
    file: source.file,
    start: (lines[source.line - 1] ?? '').trim().charAt(0),
  }));
  expect(new Set(cases.map(({ source }) => source.line)).size).toBe(cases.length);
  expect(starts).toEqual(cases.map(() => ({ file, start: file.endsWith('.yml') ? '-' : '{' })));
});

test.each(files.filter((file) => !file.endsWith('.golden.json')))('%s is in its dialect', (file) => {
  const parsed = parseDocuments(textOf(file), file);
  mustBeRead(parsed);
  for (const { value } of parsed.documents) {
    const found = recogniseDialect(value, {}, dialects);
    expect(found.kind === 'dialect' ? found.dialect.name : undefined).toBe(dialectOf[file]);
  }
});

function textOf(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}

function withoutSource({ source: _, ...rest }: Case): Omit<Case, 'source'> {
  return rest;
}
