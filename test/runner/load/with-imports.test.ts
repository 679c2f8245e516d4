import { expect, test } from 'vitest';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import { hashJson } from '#common/hash-json.ts';
import { graderLook } from '#runner/load/grader-look.ts';
import { hashGraders } from '#runner/load/hash-graders.ts';
import { hashModule, withImports } from '#runner/load/with-imports.ts';
import { filesOf, suiteOf } from '../in-memory.ts';

const CHECK = "import { strict } from './lib.mjs'; export default strict;";
const lookOf = async (texts: Readonly<Record<string, string>>) =>
  graderLook(filesOf(texts), (await suiteOf([{ id: 'a', input: 'x', expect: { completes: true } }])).config, []);
const read = (texts: Readonly<Record<string, string>>) => (path: string) => filesOf(texts).read(path);

test('a program is read with all that it imports, each file once, in circles too', async () => {
  const texts = { 'a.mjs': "import './b.mjs';", 'b.mjs': "import './a.mjs'; import './c.mjs';", 'c.mjs': 'leaf' };
  const files = await withImports(read(texts), ['a.mjs']);
  expect(files.map(({ path }) => path)).toEqual(['a.mjs', 'b.mjs', 'c.mjs']);
});

test('a named file that is not there is told, an imported one is nobody’s', async () => {
  const files = await withImports(read({ 'a.mjs': "import './gone.mjs';" }), ['a.mjs', 'missing.mjs']);
  expect(files.map(({ path }) => path)).toEqual(['a.mjs', 'missing.mjs']);
  expect(files[1]).toHaveProperty('problem');
});

test('a program that takes in ever more is followed only so far', async () => {
  const endless = (path: string) => Promise.resolve({ text: `import './x${path.length}-${path}';` });
  expect((await withImports(endless, ['a.mjs'])).length).toBeLessThanOrEqual(200);
});

test('the hash of a module changes with what it imports, and is that of its text where it imports nothing', async () => {
  const one = await hashModule(filesOf({ 'check.mjs': CHECK, 'lib.mjs': 'strict' }), 'check.mjs');
  const other = await hashModule(filesOf({ 'check.mjs': CHECK, 'lib.mjs': 'lax' }), 'check.mjs');
  expect(one).not.toEqual(other);
  expect(await hashModule(filesOf({ 'plain.mjs': 'x' }), 'plain.mjs')).toEqual({ hash: hashJson('x') });
});

test.each<[string, CustomExpectation, string, string]>([
  ['a module', { kind: 'module', module: 'check.mjs' }, 'lib.mjs', CHECK],
  ['a script', { kind: 'command', command: ['node', 'check.mjs'] }, 'lib.mjs', CHECK],
  ['a module of Python', { kind: 'command', command: ['python', '-m', 'checks.refund'] }, 'checks/refund.py', ''],
  ['a file that an option names', { kind: 'command', command: ['judge', '--rules=rules.json'] }, 'rules.json', ''],
])('%s is another check when %o takes in another %s', async (_, expectation, file, text) => {
  const { cases } = await suiteOf([{ id: 'a', input: 'x', expect: { custom: [{ command: ['true'] }] } }]);
  const judged = cases.map((evalCase) => ({ ...evalCase, expect: { custom: [expectation] } }));
  const hashOf = async (lib: string) =>
    (await hashGraders(await lookOf({ 'check.mjs': text, [file]: lib }), judged)).hashes.get('a');
  expect(await hashOf('strict')).toBeDefined();
  expect(await hashOf('strict')).not.toBe(await hashOf('lax'));
});
