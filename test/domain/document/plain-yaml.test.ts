import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentPath } from '#domain/document/located-document.ts';
import type { ParsedDocument } from '#domain/document/parsed-document.ts';
import { parseAnyYaml } from '#domain/document/yaml/parse-yaml.ts';
import { plainDocument } from '#domain/document/yaml/plain-document.ts';
import { readPlainYaml } from '#domain/document/yaml/plain-yaml.ts';
import { isJsonObject } from '#domain/json.ts';

/** What both readers must agree on. */
function seen(document: ParsedDocument) {
  return {
    value: document.value,
    places: pathsOf(document.value).map((path) => [path, document.locate(path), document.locateKey(path)]),
  };
}

/** Every path of a value, and below each one that leads nowhere. */
function pathsOf(value: unknown, path: DocumentPath = []): readonly DocumentPath[] {
  const keys = Array.isArray(value) ? [...value.keys()] : isJsonObject(value) ? Object.keys(value) : [];
  const inner = keys.flatMap((key) =>
    pathsOf(isJsonObject(value) ? value[key] : (value as unknown[])[+key], [...path, key]),
  );
  return [path, [...path, 'nowhere', 1], [...path, 99], ...inner];
}

/** Whether the fast reader read it; if so, it read what the reader of all YAML reads. */
function agree(text: string): boolean {
  const plain = readPlainYaml(text);
  if (plain === null) return false;
  const { documents, issues } = parseAnyYaml(text, 'cases.yaml');
  expect({ text, issues, documents: documents.map(seen) }).toStrictEqual({
    text,
    issues: [],
    documents: [seen(plainDocument(plain, 'cases.yaml'))],
  });
  return true;
}

const WORD = fc.constantFrom(
  ...`parcel;A-17;null;~;True;no;12;-3;0;007;1.50;1e3;.5;0x1f;12345678901;2026-01-01;10.0.0.1;+4;-;- x;?;a: b;a:b;x:`.split(
    ';',
  ),
  ...`#x;a #b;a#b;é ü;😀;&a;*a;!x;| y;> y;%d;@x;it's;"q" r;a, b;[x;y];{z;};<<;=;.;...;---;.inf;.NaN;-.inf;1.;-0;-0.0`.split(
    ';',
  ),
  ...'1_000;0o7;https://x.org/a?b=c#d;$HOME;__proto__; ;`x'.split(';'),
);
const TEXT = fc.oneof(
  WORD,
  fc.array(WORD, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  fc.stringMatching(/^[a-z :#,'"\\[\]{}|>&*!%@`?.\d-]{0,8}$/),
);
const KEY = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...'id;input;expect;tools;a.b;x-y;plum cake;$any;.x;Ω;true;null;<<;1'.split(';')),
  },
  { weight: 1, arbitrary: TEXT },
);

interface List {
  readonly form: 'list' | 'flow-list';
  readonly items: readonly Node[];
}

type Node =
  | { readonly form: 'bare' | 'single' | 'double' | 'literal' | 'strip' | 'fold'; readonly text: string }
  | List
  | { readonly form: 'map' | 'flow-map'; readonly items: readonly (readonly [string, Node])[] };

const { node: NODE } = fc.letrec<{ node: Node; scalar: Node; list: Node; map: Node }>((tie) => ({
  scalar: fc.record({
    form: fc.constantFrom('bare', 'bare', 'bare', 'single', 'double', 'literal', 'strip', 'fold'),
    text: TEXT,
  }),
  list: fc.record({
    form: fc.constantFrom('list', 'list', 'flow-list'),
    items: fc.array(tie('node'), { maxLength: 3 }),
  }),
  map: fc.record({
    form: fc.constantFrom('map', 'map', 'flow-map'),
    items: fc.uniqueArray(fc.tuple(KEY, tie('node')), { maxLength: 4, selector: ([key]) => key }),
  }),
  node: fc.oneof({ maxDepth: 3, depthSize: 'medium' }, tie('scalar'), tie('map'), tie('list')),
}));

/** Writes a tree as a person might; what it comes to is for the readers to say. */
function written(node: Node, indent: string, space: (at: number) => string): string {
  const deeper = `${indent}${space(0)}`;
  switch (node.form) {
    case 'bare':
      return ` ${node.text}${space(1)}\n`;
    case 'single':
      return ` '${node.text.replaceAll("'", "''")}'${space(1)}\n`;
    case 'double':
      return ` ${JSON.stringify(node.text)}${space(1)}\n`;
    case 'literal':
    case 'strip':
    case 'fold':
      return ` ${HEADS[node.form]}\n${deeper}${node.text}\n${space(2)}${deeper}second\n${space(3)}`;
    case 'flow-list':
      return ` [${node.items.map(flow).join(', ')}]${space(1)}\n`;
    case 'flow-map':
      return ` {${node.items.map(([key, item]) => `${key}: ${flow(item)}`).join(', ')}}${space(1)}\n`;
    case 'list':
      return block(
        node.items.map((item) => ['-', item]),
        deeper,
        space,
      );
    case 'map':
      return block(
        node.items.map(([key, item]) => [`${key}:`, item]),
        deeper,
        space,
      );
  }
}

const HEADS = { literal: '|', strip: '|-', fold: '>' } as const;

/** Its entries on lines of their own; the first one sometimes beside the dash before it. */
function block(items: readonly (readonly [string, Node])[], deeper: string, space: (at: number) => string): string {
  if (items.length === 0) return '\n';
  const lines = items.map(
    ([head, item]) => `${space(4)}${deeper}${head}${compact(head, written(item, deeper, space), deeper, space)}`,
  );
  return `\n${lines.join('')}`;
}

function compact(head: string, text: string, deeper: string, space: (at: number) => string): string {
  if (head !== '-' || space(5) === '' || !text.startsWith(`\n${deeper}  `)) return text;
  return ` ${text.slice(deeper.length + 3)}`;
}

function isList(node: Node): node is List {
  return node.form === 'list' || node.form === 'flow-list';
}

function flow(node: Node): string {
  if ('text' in node) return node.form === 'double' ? JSON.stringify(node.text) : node.text;
  if (isList(node)) return `[${node.items.map(flow).join(', ')}]`;
  return `{ ${node.items.map(([key, item]) => `${key}: ${flow(item)}`).join(' , ')} }`;
}

const SPACES: readonly (readonly string[])[] = [
  ['  ', '  ', '  ', ' ', '', '    '],
  ['', '', '', '', '', ' ', ' # note', '# no'],
  ['', '', '', '\n', '  \n', '        \n', '# text\n'],
  ['', '', '', '\n', '\n\n', '  \n'],
  ['', '', '', '', '', '\n', '# note\n', '   # note\n'],
  ['', 'compact'],
];

const DOCUMENT = fc
  .tuple(
    fc.oneof(
      NODE,
      NODE.map((node): Node => ({ form: 'map', items: [['cases', node]] })),
    ),
    fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
  )
  .map(([node, choices]) => {
    let turn = 0;
    const space = (of: number) => {
      turn += 1;
      const all = SPACES[of] ?? [''];
      return all[(choices[turn % choices.length] ?? 0) % all.length] ?? '';
    };
    return written(node, '', space).replace(/^\n/, '');
  });

/** A text with some characters or lines put in, taken out or doubled. */
const BROKEN = fc
  .tuple(
    DOCUMENT,
    fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...' \n:-#"\'[]{},|>&*?!x1.\t\\')), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, [at, cut, put]) => {
      const place = at % (edited.length + 1);
      return edited.slice(0, place) + put + edited.slice(place + cut);
    }, text),
  );

const RUNS = Number(process.env['PLAIN_YAML_RUNS'] ?? 1500);

describe('plain YAML', () => {
  it('is what most example suites are written in', () => {
    const files = globSync(['examples/**/evals/*.yml', 'test/fixtures/cases/**/*.yml']);
    const plain = files.filter((file) => agree(readFileSync(file, 'utf8')));
    expect(files.length).toBeGreaterThan(10);
    expect(plain.length / files.length).toBeGreaterThan(2 / 3);
  });

  it('is read as the reader of all YAML reads it, with the same places, however it is written', () => {
    let read = 0;
    fc.assert(
      fc.property(DOCUMENT, (text) => {
        if (agree(text)) read += 1;
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(RUNS / 10);
  });

  it('is left to the other reader, or read as that reads it, when characters are put in or missing', () => {
    let read = 0;
    fc.assert(
      fc.property(BROKEN, (text) => {
        if (agree(text)) read += 1;
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(RUNS / 50);
  });
});
