import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentPath } from '#common/document/located-document.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { MAX_BYTES, parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { jsonText, parseJsonText } from '#common/json-text.ts';
import { always } from '#test/support/always.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { expectSaid } from '#test/support/said.ts';
import { problemsOf } from './problems-of.ts';

function documentsOf(text: string, file: string): readonly ParsedDocument[] {
  const parsed = parseDocuments(text, file);
  mustBeRead(parsed);
  return parsed.documents;
}

function documentOf(text: string, file: string): ParsedDocument {
  const [document] = documentsOf(text, file);
  if (document === undefined) throw new Error('no document');
  return document;
}

/** Every path to a value, the root first. */
function pathsOf(value: Json, path: DocumentPath = []): readonly DocumentPath[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item: Json, index) => pathsOf(item, [...path, index]))];
  if (!isJsonObject(value)) return [path];
  return [path, ...Object.keys(value).flatMap((key) => pathsOf(value[key] ?? null, [...path, key]))];
}

function valueAt(value: Json, path: DocumentPath): Json {
  return path.reduce<Json>((found, part) => {
    if (Array.isArray(found)) return found[Number(part)] ?? null;
    return isJsonObject(found) ? (found[part] ?? null) : null;
  }, value);
}

describe('formats', () => {
  test('a YAML file holds every document of its stream that has content', () => {
    const documents = documentsOf('---\nid: a\n---\n# nothing\n---\nid: b\n', 'cases.yml');
    expect(documents.map(({ value }) => value)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(documents.map((document) => document.locate(['id']).line)).toEqual([2, 6]);
  });

  test('JSON Lines hold one document a row, located by the lines of the file', () => {
    const documents = documentsOf('{"id": "a"}\r\n\n  \n{"id": "b"}\n', 'cases.jsonl');
    expect(documents.map(({ value }) => value)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(documents.map((document) => document.locate(['id']))).toEqual([
      { line: 1, column: 8 },
      { line: 4, column: 8 },
    ]);
  });

  test('YAML is read by the core schema of version 1.2, whatever the file declares', () => {
    const text = '%YAML 1.1\n---\nanswer: yes\nday: 2025-09-05\nempty:\noctal: 0o17\n<<: {a: 1}\n';
    expect(documentOf(text, 'a.yml').value).toEqual({
      answer: 'yes',
      day: '2025-09-05',
      empty: null,
      octal: 15,
      '<<': { a: 1 },
    });
  });

  test('aliases have the value of their anchor', () => {
    const document = documentOf('base: &base {x: 1}\nuse: *base\n', 'a.yml');
    expect(document.value).toEqual({ base: { x: 1 }, use: { x: 1 } });
    expect(document.locate(['use'])).toEqual({ line: 2, column: 6 });
    expect(document.locate(['use', 'x'])).toEqual({ line: 1, column: 17 });
  });

  test('keys that YAML reads as numbers, truth values or nothing are the texts that were written', () => {
    const text = '{null: 1, 007: 1, 1.10: 1, 0x1F: 1, True: 1, 1e3: 1, ~: 1, 12345678901234567890: 1}';
    const { value } = documentOf(text, 'a.yml');
    const keys = ['null', '007', '1.10', '0x1F', 'True', '1e3', '~', '12345678901234567890'];
    expect(Object.keys(isJsonObject(value) ? value : {}).sort()).toEqual(keys.sort());
  });

  test.each([
    ['a.yml', '__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\n'],
    ['a.json', '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'],
  ])('keys named like parts of JavaScript objects are only keys (%s)', (file, text) => {
    const { value } = documentOf(text, file);
    expect(Object.keys(isJsonObject(value) ? value : {})).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('what is refused, each line as people read it', () => {
  test('is what the golden file says', () =>
    expectSaid(new URL('golden/refused.txt', import.meta.url), (block) => {
      const [file = '', ...lines] = block.split('\n');
      return problemsOf(parseDocuments(lines.join('\n'), file));
    }));

  test.each<[name: string, file: string, text: string, lines: readonly string[]]>([
    [
      'a hundred kilobytes of aliases',
      'a.yml',
      `a: &a 1\nb:\n${'- *a\n'.repeat(20_000)}`,
      [
        'a.yml:103:3: aliases repeat too much (more than 100 uses of anchored values); write the values out or use `defaults`',
      ],
    ],
    [
      'numbers that JSON can not hold',
      'a.yml',
      'a: .nan\nb: [1, -.inf]\n',
      [
        'a.yml:1:4: a: expected a finite number, found NaN; put it in quotes if it is meant as a text',
        'a.yml:2:8: b[1]: expected a finite number, found -Infinity; put it in quotes if it is meant as a text',
      ],
    ],
    [
      'every broken row of JSON Lines, by line and column',
      'a.jsonl',
      '{"a": 1,}\n{"a": 1}\n\n{a: 1}\n{"a": 1} {"b": 2}\n[1 2]\n"x\n{"a": 01}\n{"a" 1}\n\'x\'\n{"a": 1, "a": 2}\n{',
      [
        'a.jsonl:1:9: row 1: not valid JSON: expected another entry; remove the "," before "}", found "}"',
        'a.jsonl:4:2: row 4: not valid JSON: expected a key in double quotes, found "a"',
        'a.jsonl:5:10: row 5: not valid JSON: expected the end of the document, found "{"',
        'a.jsonl:6:4: row 6: not valid JSON: expected "," or "]", found "2"',
        'a.jsonl:7:1: row 7: not valid JSON: expected a text that ends with a double quote on the same line, with valid escapes, found "\\""',
        'a.jsonl:8:7: row 8: not valid JSON: expected a JSON value, found "0"',
        'a.jsonl:9:6: row 9: not valid JSON: expected ":" after the key "a", found "1"',
        'a.jsonl:10:1: row 10: not valid JSON: expected a JSON value, found "\'"',
        'a.jsonl:11:10: row 11: the key "a" is written twice (first on line 11); keep one',
        'a.jsonl:12:2: row 12: not valid JSON: expected a key in double quotes, found the end',
      ],
    ],
  ])('%s', (_, file, text, lines) => {
    expect(problemsOf(parseDocuments(text, file))).toEqual(lines);
  });

  test.each([
    ['a.yml', '['.repeat(100_000), /^a\.yml:1:\d+: nested too deeply to be read; flatten it$/],
    [
      'a.yml',
      `${'['.repeat(101)}${']'.repeat(101)}`,
      /^a\.yml:1:101: \[0\].*: nested deeper than 100 levels; flatten it$/,
    ],
    [
      'a.json',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      /^a\.json:1:\d+: \[0\].*: nested deeper than 100 levels; flatten it$/,
    ],
    ['a.json', '['.repeat(100_000), /^a\.json:1:101: not valid JSON: nested deeper than 100 levels; flatten it$/],
  ])('bottomless nesting is an error and no crash (%s, %#)', (file, text, line) => {
    const lines = problemsOf(parseDocuments(text, file));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  });

  test.each([
    [
      'a.yml',
      MAX_BYTES.yaml,
      'a.yml:1:1: the file has 4.1 MB, and YAML is read up to 4 MB; split it into several files, and name them with a glob under `cases`, or write its cases as JSON Lines (.jsonl, read up to 64 MB)',
    ],
    [
      'a.jsonl',
      MAX_BYTES.jsonl,
      'a.jsonl:1:1: the file has 64.1 MB, and JSON is read up to 64 MB; split it into several files, and name them with a glob under `cases`',
    ],
  ])('a file beyond its size is not read (%s)', (file, size, line) => {
    expect(problemsOf(parseDocuments(' '.repeat(size + 1), file))).toEqual([line]);
    expect(problemsOf(parseDocuments(' '.repeat(size), file))).toEqual([
      `${file}:1:1: the file is empty; write its content or remove it`,
    ]);
  });
});

describe('positions', () => {
  const yaml = 'a:\n  - b: 1\n    c: "x"\n  - {d: [e, f]}\n"g h": |\n  text\nempty:\n';

  test.each<[DocumentPath, string, string]>([
    [[], '1:1', '1:1'],
    [['a'], '2:3', '1:1'],
    [['a', 0, 'c'], '3:8', '3:5'],
    [['a', 1, 'd', 1], '4:13', '4:13'],
    [['g h'], '5:8', '5:1'],
    [['empty'], '7:7', '7:1'],
    [['a', 0, 'missing', 'below'], '2:5', '2:5'],
    [['a', 7], '2:3', '2:3'],
  ])('%j of YAML stands at %s, its key at %s', (path, value, key) => {
    const document = documentOf(yaml, 'a.yml');
    const show = ({ line, column }: { line: number; column: number }) => `${line}:${column}`;
    expect([show(document.locate(path)), show(document.locateKey(path))]).toEqual([value, key]);
  });

  test('every value of a JSON document is found where it is written', () => {
    always(
      fc.property(fc.jsonValue(), (generated) => {
        const text = JSON.stringify(generated);
        const document = documentOf(text, 'a.json');
        for (const path of pathsOf(document.value)) {
          const { line, column } = document.locate(path);
          expect(line).toBe(1);
          expect(text.slice(column - 1)).toSatisfy((rest: string) =>
            rest.startsWith(jsonText(valueAt(document.value, path))),
          );
        }
      }),
    );
  });

  test('JSON is read as the platform reads it, indented or not', () => {
    always(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3 }), (generated, indent) => {
        const text = JSON.stringify(generated, null, indent);
        expect(documentOf(text, 'a.json').value).toEqual(parseJsonText(text));
      }),
    );
  });

  test('no text makes the reader throw', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({
        unit: fc.constantFrom('[', '{', '"', ':', ' ', '\n', '-', '&a', '*a', '?', ',', '}', ']', '|', '\t', 'x'),
      }),
    );
    always(
      fc.property(texts, fc.constantFrom('a.yml', 'a.json', 'a.jsonl'), (text, file) => {
        const parsed = parseDocuments(text, file);
        expect('issues' in parsed ? parsed.issues.length : parsed.documents.length).toBeGreaterThan(0);
      }),
    );
  });
});

test.each([
  [
    'a.yml',
    'id: 12345678901234567890\nhex: 0x20000000000001\nminus: -9007199254740993\nsmall: 7\ntext: "12345678901234567890"\n',
  ],
  [
    'a.json',
    '{"id":12345678901234567890,"hex":9007199254740993,"minus":-9007199254740993,"small":7,"text":"12345678901234567890"}',
  ],
])('integers beyond 2^53 keep their digits in %s', (file, text) => {
  const parsed = parseDocuments(text, file);
  expect('documents' in parsed ? parsed.documents.map(({ value }) => value) : parsed).toEqual([
    {
      id: 12345678901234567890n,
      hex: 9007199254740993n,
      minus: -9007199254740993n,
      small: 7,
      text: '12345678901234567890',
    },
  ]);
});
