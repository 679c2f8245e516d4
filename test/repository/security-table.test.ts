import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { CHEATS, ENDS } from '#test/support/cheats.ts';

const root = join(import.meta.dirname, '../..');
const TRIED = 'test/heavy/bundle/cheats.test.ts';
const rows = tableRows(readFileSync(join(root, 'test/attacks/README.md'), 'utf8'));

test('the attacks are numbered, each with its defence', () => {
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: rows.length }, (_, index) => String(index + 1)),
  );
  for (const { attack, defence } of rows) {
    expect(attack).toMatch(/\.$/);
    expect(defence).toMatch(/\.$/);
  }
});

describe.each(rows)('attack $number', ({ tests }) => {
  test('has a test', () => {
    expect(tests.length).toBeGreaterThan(0);
  });

  test.each(tests)('is tried by “$name” in $file', ({ file, name }) => {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(namesIn(file)).toContain(name);
  });
});

test('the cheats of the table are those that are tried, with how each ends', () => {
  const [, table = ''] = readFileSync(join(root, 'test/attacks/README.md'), 'utf8').split('## Cheats');
  expect(table.split('\n').filter((line) => /^\| (?!Cheat|---)/.test(line))).toEqual(
    CHEATS.map(({ cheat, end }) => `| ${cheat} | ${ENDS[end]} |`),
  );
  expect(namesIn(TRIED)).toEqual([expect.stringMatching(/^a cheat ends red/)]);
  expect(table).toContain(`\`${TRIED}\``);
});

test('every file of attacks is in the table', () => {
  const files = readdirSync(join(root, 'test/attacks'), { recursive: true, encoding: 'utf8' });
  const named = new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)));
  const missing = files.map((file) => `test/attacks/${file}`).filter((file) => /\.test\.ts$/.test(file));
  expect(missing.length).toBeGreaterThan(0);
  expect(missing.filter((file) => !named.has(file))).toEqual([]);
});

test('names of tests are found however their table is written, and nothing else', () => {
  const source = `describe('a', () => { it.for([['x']])('b %s', () => {}); test.each(X)(\`c\`, { timeout: 1 }, f); withScene("d", f); other('e'); });`;
  expect(namesOf(source)).toEqual(['a', 'b %s', 'c', 'd']);
});

interface Row {
  readonly number: string;
  readonly attack: string;
  readonly defence: string;
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

function tableRows(text: string): readonly Row[] {
  return text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [number = '', attack = '', defence = '', tests = ''] = line.slice(2, -2).split(' | ');
      const found = [...tests.matchAll(/`(test\/[^`]+)`: “([^”]+)”/g)];
      return { number, attack, defence, tests: found.map(([, file = '', name = '']) => ({ file, name })) };
    });
}

function namesIn(file: string): readonly string[] {
  return namesOf(readFileSync(join(root, file), 'utf8'));
}

/** First arguments of `describe`, `it`, `test` and their tables, in their order. */
function namesOf(source: string): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && CALLED.has(callee(node.expression))) {
      const [name] = node.arguments;
      if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true));
  return names;
}

const CALLED: ReadonlySet<string> = new Set(['describe', 'it', 'test', 'withScene']);

/** The name that a call begins with: `it` of `it.for([…])(…)`. */
function callee(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return callee(node.expression);
  return ts.isIdentifier(node) ? node.text : '';
}
