import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import { graderFiles } from '#runner/load/grader-files.ts';
import { graderLook } from '#runner/load/grader-look.ts';
import { hashGraders } from '#runner/load/hash-graders.ts';
import { expectSaid } from '#test/support/said.ts';
import { filesOf, suiteOf } from '../in-memory.ts';

type Texts = Readonly<Record<string, string>>;

const MODULE = { kind: 'module', module: './checks/judge.mjs' } as const;
const command = (...words: string[]): CustomExpectation => ({ kind: 'command', command: words });

test('a check is another one when a change adds or edits a file of its own, as the golden file says', () => {
  return expectSaid(new URL('golden/grader-files.txt', import.meta.url), async (text) => {
    const [expectation = '', texts = '', file = ''] = text.split('\n');
    const edits = [{}, { [file]: '1' }, { [file]: '2' }];
    const hashes = await Promise.all(
      edits.map((more) => hashOf(JSON.parse(expectation), { ...JSON.parse(texts), ...more })),
    );
    const [before, added, edited] = hashes;
    if (new Set(hashes).size === hashes.length) return ['another check'];
    if (added !== edited) return [`${before}, ${added}, ${edited}`];
    const { open } = await found(JSON.parse(expectation), JSON.parse(texts));
    return [open.length === 0 ? 'the same check' : 'the same check, of which this may be a part'];
  });
});

describe('what belongs to a check', () => {
  test.each([
    ['a program that is not of the repository', command('jq', '-e', '.passed'), [null]],
    ['a script of npm that names nothing', command('npm', 'run', 'judge'), [null]],
    ['a line of shell that names nothing', command('sh', '-c', 'judge | tee'), [null]],
    ['a script next to the config', command('python', 'judge.py'), ['']],
    ['a script next to the agent', command('python', 'app/judge.py'), ['app']],
    ['such a script whose files are listed', { ...command('python', 'app/judge.py'), files: ['app/rules.txt'] }, []],
    ['code on its line', command('node', '-e', 'console.log(1)'), []],
    ['a program of which `files` tells', { ...command('jq', '.'), files: [] }, []],
    ['a script in a folder of its own', command('python', 'own/judge.py'), []],
  ])('may be more than is known, or not: %s', async (_, expectation, unknown) => {
    const scripts = { 'judge.py': '', 'app/judge.py': '', 'app/agent.py': '', 'app/rules.txt': '', 'own/judge.py': '' };
    const texts = { ...scripts, 'package.json': '{"scripts": {"judge": "turbo judge"}}' };
    expect((await found(expectation, texts)).open).toEqual(unknown);
  });

  test('must be listed if its folder holds too much, or a glob finds nothing', async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`checks/${i}.txt`, '']));
    const { problems } = await found(MODULE, { 'checks/judge.mjs': '', ...many });
    expect(problems).toEqual([
      expect.stringMatching(/^checks holds more than 300 files: list the ones .* under `files`$/),
    ]);
    expect((await found({ ...MODULE, files: ['nothing/*'] }, { 'checks/judge.mjs': '' })).problems).toEqual([
      expect.stringMatching(/no file matches "nothing\/\*"/),
    ]);
  });
});

async function hashOf(expectation: CustomExpectation, texts: Texts): Promise<string | undefined> {
  const [evalCase, look] = await judged(expectation, texts);
  return (await hashGraders(look, [evalCase])).hashes.get('a');
}

async function found(expectation: CustomExpectation, texts: Texts) {
  const [evalCase, look] = await judged(expectation, texts);
  return graderFiles(look, evalCase);
}

async function judged(expectation: CustomExpectation, texts: Texts) {
  const agent = { command: ['python', 'agent.py', 'app/agent.py'] };
  const { cases, config } = await suiteOf([{ id: 'a', input: 'x', expect: { completes: true } }], { agent });
  const [first] = cases;
  if (first === undefined) throw new Error('there is one');
  const evalCase: Case = { ...first, expect: { custom: [expectation] } };
  return [evalCase, await graderLook(filesOf({ 'agent.py': '', ...texts }), config, cases)] as const;
}
