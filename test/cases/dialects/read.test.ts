import { test } from 'vitest';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import { expectSaid } from '#test/support/said.ts';
import { readCases } from './read-cases.ts';

/** How to read it stands above a document, unless it is just `cases.json`. A text stands as a JSON text, any other document as JSON, and is read with two spaces of indentation. */
function textOf(line: string): string {
  const document: unknown = JSON.parse(line);
  return typeof document === 'string' ? document : JSON.stringify(document, null, 2);
}

test('documents of every format become the cases that the golden file has, or what is wrong is told at its place', () => {
  return expectSaid(new URL('golden/read.txt', import.meta.url), (text) => {
    const [body = '', head = '{}'] = text.split('\n').toReversed();
    const { file = 'cases.json', dialect, ...reading } = JSON.parse(head);
    const read = readCases(textOf(body), file, dialect, reading);
    return [
      ...read.issues.map(
        ({ severity, line, column, path, message }) => `${severity} ${line}:${column} ${path}: ${message}`,
      ),
      ...read.skipped.map((place) => `skipped ${place}`),
      ...read.cases.map((evalCase) => `line ${evalCase.source.line}: ${JSON.stringify(writeCase(evalCase))}`),
    ];
  });
});
