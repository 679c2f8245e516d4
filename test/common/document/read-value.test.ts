import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { PointableDocument } from '#common/document/parsed-document.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { rateSchema } from '#common/document/rate.ts';
import { readValue } from '#common/document/read-value.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expectSaid } from '#test/support/said.ts';
import { problemsOf } from './problems-of.ts';

const schema = strictMapping(
  {
    name: z.string().min(1),
    size: z.int().min(1).max(9).exactOptional(),
    short: z.string().max(3).exactOptional(),
    share: z.number().gt(0).lt(1).exactOptional(),
    kind: z.enum(['worker', 'one-shot']).exactOptional(),
    list: z.array(z.boolean()).min(2).exactOptional(),
    pair: z.tuple([z.string(), z.string()]).exactOptional(),
    either: z
      .union([
        z.array(z.string()),
        strictMapping({ deep: z.number() }),
        strictMapping({ other: z.string(), more: z.string() }),
      ])
      .exactOptional(),
    rates: z.record(z.string().regex(/^[a-z]+$/, 'expected lower case'), rateSchema).exactOptional(),
  },
  { judge: 'not available; remove the key' },
);

function problems(text: string): readonly string[] {
  const parsed = parseDocuments(text, 'a.yml');
  if ('issues' in parsed) return problemsOf(parsed);
  return parsed.documents.flatMap((document) => problemsOf(readValue(schema, document.value, { document, path: [] })));
}

test('a reader of a broken mapping gets the words of the golden file', () =>
  expectSaid(new URL('golden/mappings.txt', import.meta.url), problems));

describe('rates', () => {
  test.each([
    ['90', 'expected a rate from 0 to 1, found 90; rates are 0–1: write 0.9'],
    ['"90%"', 'expected a rate from 0 to 1, found the text "90%"; rates are 0–1: write 0.9'],
    ['"90"', 'expected a rate from 0 to 1, found the text "90"; rates are 0–1: write 0.9'],
    ['0.5%', 'expected a rate from 0 to 1, found the text "0.5%"; rates are 0–1: write 0.005'],
    ['"0.9"', 'expected a rate from 0 to 1, found the text "0.9"; rates are 0–1: write 0.9'],
    ['900', 'expected a rate from 0 to 1, found 900'],
    ['-0.1', 'expected a rate from 0 to 1, found -0.1'],
    ['high', 'expected a rate from 0 to 1, found the text "high"'],
  ])('%s is refused with the rate that was meant', (rate, message) => {
    expect(problems(`name: a\nrates: {a: ${rate}}`)).toEqual([`a.yml:2:12: rates.a: ${message}`]);
  });
});

test('a value that the document does not hold is placed at its nearest ancestor', () => {
  const document: PointableDocument = {
    file: 'foreign.json',
    value: null,
    locate: ([first]) => ({ line: first === 'rows' ? 7 : 1, column: 3 }),
  };
  expect(problemsOf(readValue(schema, { nmae: 1 }, { document, path: ['rows', 4] }))).toEqual([
    'foreign.json:7:3: rows[4].name: missing; expected a text',
    'foreign.json:7:3: rows[4].nmae: unknown key; did you mean name?',
  ]);
});
