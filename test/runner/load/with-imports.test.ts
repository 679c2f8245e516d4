import { expect, test } from 'vitest';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import { graderLook } from '#runner/load/grader-look.ts';
import { hashGraders } from '#runner/load/hash-graders.ts';
import { filesOf, suiteOf } from '../in-memory.ts';

const CHECK = "import { strict } from './lib.mjs'; export default strict;";
const lookOf = async (texts: Readonly<Record<string, string>>) =>
  graderLook(filesOf(texts), (await suiteOf([{ id: 'a', input: 'x', expect: { completes: true } }])).config, []);

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
