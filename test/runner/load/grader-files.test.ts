import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import { graderFiles } from '#runner/load/grader-files.ts';
import { graderLook } from '#runner/load/grader-look.ts';
import { hashGraders } from '#runner/load/hash-graders.ts';
import { filesOf, suiteOf } from '../in-memory.ts';

type Texts = Readonly<Record<string, string>>;

const MODULE = { kind: 'module', module: './checks/judge.mjs' } as const;
const command = (...words: string[]): CustomExpectation => ({ kind: 'command', command: words });

describe('a check is another one when a change edits', () => {
  test.each<[string, CustomExpectation, Texts, string]>([
    ['data in its folder', MODULE, { 'checks/judge.mjs': '' }, 'checks/limits.bin'],
    ['data that it reads elsewhere', MODULE, { 'checks/judge.mjs': "read('data/rules.json')" }, 'data/rules.json'],
    ['data beside it', command('python', 'judge.py'), { 'judge.py': 'open("rules.csv")' }, 'rules.csv'],
    ['what it starts', command('python', 'judge.py'), { 'judge.py': 'run(["sh", "inner.sh"])' }, 'inner.sh'],
    ['the __init__ of a package', command('python', 'judge.py'), { 'judge.py': 'import a.b.c' }, 'a/b/__init__.py'],
    ['a module that -m runs', command('python', '-m', 'app.check'), { 'app/__init__.py': '' }, 'app/check.py'],
    ['the package of a module', command('python', '-m', 'app.check'), { 'app/check.py': '' }, 'app/__init__.py'],
    ['what its module imports', command('python', '-m', 'app.check'), { 'app/check.py': 'import x' }, 'app/x.py'],
    ['the __main__ of its folder', command('python', 'checks'), { 'checks/a.py': '' }, 'checks/__main__.py'],
    ['the __main__ of a shared folder', command('python', 'app'), { 'app/agent.py': '' }, 'app/__main__.py'],
    ['byte code without source', command('python', 'judge.py'), { 'judge.py': 'import rules' }, 'rules.pyc'],
    ['a library', command('python', 'judge.py'), { 'judge.py': 'import rules' }, 'rules.so'],
    [
      '#imports of its package',
      { kind: 'module', module: 'judge.mjs' },
      { 'judge.mjs': "import x from '#rules';", 'package.json': '{"imports": {"#rules": "./lib/rules.mjs"}}' },
      'lib/rules.mjs',
    ],
    [
      'what #imports may mean',
      { kind: 'module', module: 'judge.mjs' },
      { 'judge.mjs': "import x from '#lib/a.mjs';", 'package.json': '{"imports": {"#lib/*": "./lib/*"}}' },
      'lib/deep/b.mjs',
    ],
    [
      'its package, imported by name',
      { kind: 'module', module: 'judge.mjs' },
      {
        'judge.mjs': "import x from 'own/rules';",
        'package.json': '{"name": "own", "exports": {"./rules": "./r.mjs"}}',
      },
      'r.mjs',
    ],
    [
      'where a package.json leads',
      { kind: 'module', module: 'judge.cjs' },
      { 'judge.cjs': "require('./lib')", 'lib/package.json': '{"main": "deep/start"}' },
      'lib/deep/start.js',
    ],
    [
      'what a script of npm starts',
      command('npm', 'run', '--silent', 'judge'),
      { 'package.json': '{"scripts": {"judge": "node tools/judge.mjs"}}' },
      'tools/judge.mjs',
    ],
    ['a file that a shell reads', command('bash', 'judge.sh'), { 'judge.sh': '. ./lib.sh' }, 'lib.sh'],
    ['a file on a line of shell', command('sh', '-c', 'cat | python tools/judge.py'), {}, 'tools/judge.py'],
    ['what code on its line imports', command('python', '-c', 'import rules'), {}, 'rules.py'],
    [
      'what `files` lists',
      { kind: 'command', command: ['judge'], files: ['rules/**'] },
      { 'rules/a': '' },
      'rules/b.txt',
    ],
  ])('%s', async (_, expectation, texts, file) => {
    const hashes = await Promise.all(
      [{}, { [file]: '1' }, { [file]: '2' }].map((more) => hashOf(expectation, { ...texts, ...more })),
    );
    expect(new Set(hashes).size).toBe(3);
  });

  test.each<[string, CustomExpectation, Texts, string]>([
    ['the agent beside it', command('python', 'judge.py'), { 'judge.py': '' }, 'agent.py'],
    ['what the agent imports beside it', command('python', 'src/judge.py'), { 'src/judge.py': '' }, 'src/tools.py'],
    ['a text that it expects in answers', MODULE, { 'checks/judge.mjs': "x.includes('README.md')" }, 'README.md'],
    ['dependencies', MODULE, { 'checks/judge.mjs': "import z from 'zod';" }, 'package.json'],
    ['what is installed', MODULE, { 'checks/judge.mjs': '' }, 'node_modules/zod/index.js'],
    [
      'another script of npm’s files',
      command('npm', 'test'),
      { 'package.json': '{"scripts": {"test": "node a.js"}}' },
      'b.js',
    ],
    ['what `files` leaves out', { ...MODULE, files: ['checks/*.mjs'] }, { 'checks/judge.mjs': '' }, 'checks/README.md'],
  ])('and not when it edits %s', async (_, expectation, texts, file) => {
    const hashes = await Promise.all(
      ['1', '2'].map((text) => hashOf(expectation, { ...AGENT, ...texts, [file]: text })),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });
});

describe('what belongs to a check', () => {
  test.each([
    ['a program that is not of the repository', command('jq', '-e', '.passed'), ['jq -e .passed']],
    ['a script of npm that names nothing', command('npm', 'run', 'judge'), ['npm run judge']],
    ['a line of shell that names nothing', command('sh', '-c', 'judge | tee'), ['sh -c judge | tee']],
    ['code on its line', command('node', '-e', 'console.log(1)'), []],
    ['a program of which `files` tells', { ...command('jq', '.'), files: [] }, []],
    ['a script', command('python', 'judge.py'), []],
  ])('is unknown or not: %s', async (_, expectation, unknown) => {
    const texts = { 'judge.py': '', 'package.json': '{"scripts": {"judge": "turbo judge"}}' };
    expect((await found(expectation, texts)).unknown).toEqual(unknown);
  });

  test('is told to be listed where its folder holds too much, or a glob finds nothing', async () => {
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

const AGENT = { 'agent.py': 'import src.tools', 'src/tools.py': '' };

async function hashOf(expectation: CustomExpectation, texts: Texts): Promise<string | undefined> {
  const [evalCase, look] = await judged(expectation, texts);
  return (await hashGraders(look, [evalCase])).hashes.get('a');
}

async function found(expectation: CustomExpectation, texts: Texts) {
  const [evalCase, look] = await judged(expectation, texts);
  return graderFiles(look, evalCase);
}

async function judged(expectation: CustomExpectation, texts: Texts) {
  const agent = { command: ['python', 'agent.py'] };
  const { cases, config } = await suiteOf([{ id: 'a', input: 'x', expect: { completes: true } }], { agent });
  const [first] = cases;
  if (first === undefined) throw new Error('there is one');
  const evalCase: Case = { ...first, expect: { custom: [expectation] } };
  return [evalCase, await graderLook(filesOf({ 'agent.py': '', ...texts }), config, cases)] as const;
}
