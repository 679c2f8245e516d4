import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { PointableDocument } from '#common/document/parsed-document.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { rateSchema } from '#common/document/rate.ts';
import { readValue } from '#common/document/read-value.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
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

describe('what a reader of a broken mapping is told', () => {
  test.each<[what: string, text: string, lines: readonly string[]]>([
    ['nothing when all is well', 'name: a\neither: {deep: 1}\n', []],
    ['that the whole is no mapping', '[a]', ['a.yml:1:1: expected a mapping, found a list']],
    ['which key is missing', 'size: 1', ['a.yml:1:1: name: missing; expected a text']],
    ['which known key was meant', 'name: a\nnmae: b\n', ['a.yml:2:1: nmae: unknown key; did you mean name?']],
    [
      'all known keys when none is near',
      'name: a\nx-y: 1\n',
      ['a.yml:2:1: x-y: unknown key; known keys: name, size, short, share, kind, list, pair, either, rates'],
    ],
    [
      'that merge keys are not merged',
      'name: a\n<<: {size: 1}\n',
      ['a.yml:2:1: ["<<"]: merge keys are not supported; write the keys out'],
    ],
    [
      'the same of keys that JavaScript knows',
      'name: a\n__proto__: 1\nconstructor: 1\n',
      [
        'a.yml:2:1: __proto__: unknown key; known keys: name, size, short, share, kind, list, pair, either, rates',
        'a.yml:3:1: constructor: unknown key; known keys: name, size, short, share, kind, list, pair, either, rates',
      ],
    ],
    [
      'what was expected and found, of every kind',
      'name: 1\nsize: big\nshort: [a]\nkind: true\nlist: {}\npair: [a, 2]\n',
      [
        'a.yml:1:7: name: expected a text, found 1; put it in quotes: "1"',
        'a.yml:2:7: size: expected a number, found the text "big"',
        'a.yml:3:8: short: expected a text, found a list',
        'a.yml:4:7: kind: expected one of worker, one-shot, found true',
        'a.yml:5:7: list: expected a list, found an empty mapping',
        'a.yml:6:11: pair[1]: expected a text, found 2; put it in quotes: "2"',
      ],
    ],
    [
      'the bounds that are broken',
      'name: ""\nsize: 0\nshort: abcd\nlist: [true]\n',
      [
        'a.yml:1:7: name: expected a text that is not empty',
        'a.yml:2:7: size: expected at least 1, found 0',
        'a.yml:3:8: short: expected at most 3 characters, found 4',
        'a.yml:4:7: list: expected at least 2 entries, found 1',
      ],
    ],
    ['a bound that is too little itself', 'name: a\nshare: 0', ['a.yml:2:8: share: expected more than 0, found 0']],
    ['that a number is not whole', 'name: a\nsize: 1.5', ['a.yml:2:7: size: expected a whole number, found 1.5']],
    [
      'which choice was meant',
      'name: a\nkind: wroker',
      ['a.yml:2:7: kind: expected one of worker, one-shot, found the text "wroker"; did you mean worker?'],
    ],
    ['the alternatives in words', 'name: a\neither: 5', ['a.yml:2:9: either: expected a list or a mapping, found 5']],
    [
      'what is wrong inside the alternative that was meant',
      'name: a\neither: [a, 5]',
      ['a.yml:2:13: either[1]: expected a text, found 5; put it in quotes: "5"'],
    ],
    [
      'the first of several alternatives that fit badly',
      'name: a\neither: {dep: 5}',
      ['a.yml:2:9: either.deep: missing; expected a number', 'a.yml:2:10: either.dep: unknown key; did you mean deep?'],
    ],
    [
      'which keys of a free mapping are wrong',
      'name: a\nrates: {B: 1, c: 2}',
      [
        'a.yml:2:9: rates.B: expected lower case',
        'a.yml:2:18: rates.c: expected a rate from 0 to 1, found 2; rates are 0–1: write 0.02',
      ],
    ],
  ])('%s', (_, text, lines) => {
    expect(problems(text)).toEqual(lines);
  });
});

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
  ])('%s is refused with the rate that was meant', (written, message) => {
    expect(problems(`name: a\nrates: {a: ${written}}`)).toEqual([`a.yml:2:12: rates.a: ${message}`]);
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
