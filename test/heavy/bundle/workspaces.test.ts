import { chmod, chown, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readable } from '#test/support/markdown.ts';
import { program } from '#test/support/program.ts';
import { expectSaid } from '#test/support/said.ts';
import { it } from '#test/support/scene.ts';

/** An agent whose input is the program that it runs in its folder. */
const AGENT = program('input-runner.mjs');

const SUM = 'export const add = (a, b) => a - b;\n';
const TEST = `import { add } from '../src/add.mjs';
if (add(2, 3) !== 5) throw new Error('2 and 3 are not ' + add(2, 3));
console.log('all is well', Object.keys(process.env).filter((name) => name.endsWith('_KEY')).join());
`;
const FIX = `fs.writeFileSync('src/add.mjs', fs.readFileSync('src/add.mjs', 'utf8').replace('-', '+'))`;
const RUN_TEST = { run: [process.execPath, 'test/add.mjs'], restore: ['test/**'] };

function suite(cases: readonly object[], config: object = {}) {
  return {
    'agent.mjs': AGENT,
    'fixtures/shop/src/add.mjs': SUM,
    'fixtures/shop/test/add.mjs': TEST,
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs', '{input}'] },
      cases: ['cases.json'],
      trials: 2,
      defaults: { workspace: 'fixtures/shop' },
      ...config,
    }),
    'cases.json': JSON.stringify({ cases }),
  };
}

const caseOf = (id: string, input: string, expectations: object) => ({ id, input, expect: expectations });

const trialsOf = async (folder: Folder, id: string) =>
  (await folder.results()).cases.find((record) => record.id === id)?.trials ?? [];

describe('a case with a workspace', () => {
  test('passes by the files, commands and diff that its agent leaves, in a copy for each trial', async () => {
    const cases = [
      caseOf('fixed', FIX, {
        files: {
          'src/add.mjs': { contains: ['a + b'] },
          'src/*.mjs': { not_contains: ['eval('], matches: ['^export'] },
          'out/*.csv': { exists: false },
        },
        commands: [{ ...RUN_TEST, stdout: { contains: ['all is well'], not_contains: ['_KEY'] } }],
        diff: { max_files: 1, max_lines: 2, only: ['src/**'] },
      }),
      caseOf('left-alone', '', { commands: [RUN_TEST], diff: { max_files: 0 } }),
    ];
    await using folder = await folderWith(suite(cases, { gate: { pass_rate: { min: 0.9 } } }));
    const { exitCode, stdout, stderr } = await folder.cli(['run'], { env: { OPENAI_API_KEY: 'real' } });
    expect(exitCode, stderr).toBe(1);
    const fixed = await trialsOf(folder, 'fixed');
    expect(fixed[0]?.checks.map(({ id }) => id)).toEqual([
      'files.exists',
      'files.contains',
      'files.not_contains',
      'files.matches',
      'commands.1.exit',
      'commands.1.stdout.contains',
      'commands.1.stdout.not_contains',
      'diff.files',
      'diff.lines',
      'diff.only',
    ]);
    expect(stdout).toContain('2 and 3 are not -1');
    expect(await folder.outcomes()).toEqual({ fixed: 'passed passed', 'left-alone': 'failed failed' });
    expect(await folder.read('fixtures/shop/src/add.mjs')).toBe(SUM);
    expect(stderr).not.toContain('Kept the workspace');
  });

  test('shows the diff and how the commands ended, and keeps the copies of failed trials if asked', async () => {
    const cases = [
      caseOf('fixed', FIX, { commands: [RUN_TEST] }),
      caseOf('broken', `fs.writeFileSync('src/add.mjs', 'export const add = 1;\\n')`, { commands: [RUN_TEST] }),
    ];
    await using folder = await folderWith(suite(cases, { trials: 1 }));
    const { stderr } = await folder.cli(['run', '--keep']);
    const [kept = ''] = /(?<=Kept the workspace of broken, trial 1: ).+/.exec(stderr) ?? [];
    expect(stderr).not.toContain('Kept the workspace of fixed');
    expect(await readFile(join(kept, 'src/add.mjs'), 'utf8')).toBe('export const add = 1;\n');
    await rm(join(kept, '..'), { recursive: true });
    const { stdout } = await folder.cli(['show', 'broken']);
    expect(stdout).toContain(`workspace: 1 file changed
  --- a/src/add.mjs
  +++ b/src/add.mjs
  @@ -1,1 +1,1 @@
  -export const add = (a, b) => a - b;
  +export const add = 1;
command 1 exited with 1`);
  });
});

describe('three kinds of failure', () => {
  test('a command that fails or hangs is the agent’s failure; one that can’t start judges nothing', async () => {
    const cases = [
      caseOf('hangs', `fs.writeFileSync('src/add.mjs', 'setInterval(() => {}, 1000)')`, {
        commands: [{ run: [process.execPath, 'src/add.mjs'], restore: [], timeout: '300ms' }],
      }),
      caseOf('unstarted', FIX, { commands: [{ run: ['no-such-program'], restore: [] }] }),
    ];
    await using folder = await folderWith(suite(cases, { trials: 1 }));
    await folder.cli(['run']);
    const [hanging] = await trialsOf(folder, 'hangs');
    expect(hanging?.failure?.message).toContain('took longer than 300 ms');
    const [unstarted] = await trialsOf(folder, 'unstarted');
    expect(unstarted).toMatchObject({ outcome: 'error', error: { class: 'judge' } });
    expect(unstarted?.error?.message).toContain("can't be started");
  });

  test('an agent that writes to the fixture itself spoils the trials after it, as errors that say so', async () => {
    const cases = [
      caseOf('a-writes', `fs.writeFileSync(env.ORIGIN + '/src/add.mjs', 'changed')`, { diff: { max_files: 0 } }),
      caseOf('b-after', FIX, { commands: [RUN_TEST] }),
    ];
    await using folder = await folderWith(suite(cases, { trials: 1, concurrency: 1 }));
    const agent = {
      command: [process.execPath, 'agent.mjs', '{input}'],
      env: { ORIGIN: join(folder.path, 'fixtures/shop') },
    };
    await folder.write(suite(cases, { trials: 1, concurrency: 1, agent }));
    await folder.cli(['run']);
    const [after] = await trialsOf(folder, 'b-after');
    expect(after).toMatchObject({ outcome: 'error', error: { class: 'sandbox' } });
    expect(after?.error?.message).toContain('fixtures/shop has changed since the suite was read');
  });
});

test.for<readonly [what: string, planted: (path: string, elsewhere: string) => Promise<unknown>]>([
  ['is a link', (path, elsewhere) => symlink(elsewhere, path)],
  ['is open to other users', (path) => mkdir(path).then(() => chmod(path, 0o777))],
  ['is no folder', (path) => writeFile(path, '')],
  ...(process.getuid?.() === 0
    ? [
        [
          'belongs to another user',
          (path: string) => mkdir(path, 0o700).then(() => chown(path, 12_345, 12_345)),
        ] as const,
      ]
    : []),
])('no copy is made in a folder that others may have put where copies go: it %s', async ([problem, planted]) => {
  await using folder = await folderWith({
    ...suite([caseOf('fixed', FIX, { commands: [RUN_TEST] })], { trials: 1 }),
    'tmp/a': '',
    'elsewhere/a': '',
  });
  const path = join(await realpath(join(folder.path, 'tmp')), `agent-eval-workspaces-${process.getuid?.()}`);
  await planted(path, join(folder.path, 'elsewhere'));
  const env = { TMPDIR: join(folder.path, 'tmp') };
  await folder.cli(['run'], { env });
  const [trial] = await trialsOf(folder, 'fixed');
  expect(trial).toMatchObject({ outcome: 'error', error: { class: 'sandbox' } });
  expect(trial?.error?.message).toContain(`${path} ${problem}, so others may choose what is in it; remove it, or`);
  expect(await readdir(join(folder.path, 'elsewhere'))).toEqual(['a']);

  await rm(path, { recursive: true });
  await folder.cli(['run'], { env });
  expect(await folder.outcomes()).toEqual({ fixed: 'passed' });
});

describe('an agent can’t rewrite what judges it', () => {
  test('neither tests nor what is laid over, by itself or by a link in the place of its folder', async () => {
    const hidden = { run: [process.execPath, 'hidden/add.mjs'], files: 'overlay' };
    const cheats = {
      tests: [`fs.writeFileSync('test/add.mjs', 'console.log("all is well")')`, RUN_TEST],
      'a link for tests': [linked('test'), RUN_TEST],
      overlay: [`fs.mkdirSync('hidden'); fs.writeFileSync('hidden/add.mjs', '0')`, hidden],
      'a link for the overlay': [linked('hidden'), hidden],
    } as const;
    const cases = Object.values(cheats).map(([input, command], at) => caseOf(`${at}`, input, { commands: [command] }));
    await using folder = await folderWith({
      ...suite(cases, { trials: 1 }),
      'overlay/hidden/add.mjs': TEST,
      'elsewhere/add.mjs': 'console.log("all is well")',
    });
    await folder.cli(['run']);
    for (const [at, what] of Object.keys(cheats).entries()) {
      const [trial] = await trialsOf(folder, `${at}`);
      expect(trial, what).toMatchObject({ outcome: 'failed', checks: [{ id: 'commands.1.exit', passed: false }] });
    }
    expect(await folder.read('elsewhere/add.mjs')).toBe('console.log("all is well")');
  });

  test('a link that it made is not read through, and its repository is not asked', async () => {
    const input = `fs.rmSync('.git', { recursive: true }); fs.symlinkSync('/etc/passwd', 'out.txt');
      fs.mkdirSync('src/nested/.git', { recursive: true }); fs.writeFileSync('src/nested/more.mjs', '');
      fs.writeFileSync('.gitignore', '*'); fs.writeFileSync('.gitattributes', '* -diff')`;
    const cases = [
      caseOf('link', input, { files: { 'out.txt': { contains: ['root'] } } }),
      caseOf('hidden', input, { diff: { only: ['src/*.mjs'] } }),
    ];
    await using folder = await folderWith(suite(cases, { trials: 1 }));
    await folder.cli(['run']);
    const [link] = await trialsOf(folder, 'link');
    expect(link?.failure?.message).toContain('is a link, no UTF-8 text, or too large');
    const [hidden] = await trialsOf(folder, 'hidden');
    expect(hidden?.failure?.message).toContain('".gitattributes" was added');
    expect(hidden?.failure?.message).toContain('and 3 more');
  });
});

function linked(folder: string): string {
  return `fs.rmSync('${folder}', { recursive: true, force: true });
    fs.symlinkSync(env.HOME + '/elsewhere', '${folder}')`;
}

test('stored trials are judged again by other demands; a command that did not run then makes them not comparable', async () => {
  const before = [
    caseOf('fixed', FIX, { commands: [RUN_TEST], files: { 'src/*.mjs': { contains: ['+'] } } }),
    caseOf('other', FIX, { commands: [RUN_TEST] }),
  ];
  await using folder = await folderWith(suite(before));
  await folder.cli(['run']);
  const after = [
    caseOf('fixed', FIX, {
      commands: [{ ...RUN_TEST, stdout: { contains: ['not printed'] } }],
      files: { 'src/*.mjs': { contains: ['+'] } },
    }),
    caseOf('other', FIX, { commands: [{ ...RUN_TEST, restore: ['**'] }] }),
  ];
  await folder.write(suite(after));
  const { stdout } = await folder.cli(['regrade', 'agent-eval-results']);
  expect(stdout).toContain('fixed  2/2 → 0/2');
  expect(stdout).toContain('commands.1.stdout.contains');
  expect(stdout).toMatch(/≠ other.*can't be judged/);
  expect(stdout).toContain('was not run in this trial with these files');
});

test('validate refuses every mistake of a workspace at its place, with the mend', async () => {
  await using folder = await folderWith({
    ...suite([], { cases: ['cases.yml'] }),
    'large/a.bin': 'x'.repeat(2 ** 20 + 1),
    'circle/a': '',
    'out/a': '',
  });
  await symlink('b', join(folder.path, 'circle/c'));
  await symlink('c', join(folder.path, 'circle/b'));
  await symlink('../agent.mjs', join(folder.path, 'out/b'));
  await expectSaid(new URL('golden/workspace-mistakes.txt', import.meta.url), async (cases) => {
    await folder.write({ 'cases.yml': `cases:\n${cases}\n` });
    const { exitCode, stderr } = await folder.cli(['validate']);
    return [...stderr.trim().split('\n'), `exit code ${exitCode}`];
  });
});

it('a regression of a coding agent is tried again on the base commit too, in copies of the change’s fixture', async (openScene) => {
  const cases = [caseOf('fixed', FIX, { commands: [RUN_TEST] })];
  const files = suite(cases, {
    trials: 5,
    agent: { command: [process.execPath, 'agent.mjs', '{input}'], setup: ['true'] },
  });
  const scene = await openScene(files);
  expect((await scene.pushMain()).outputs).toMatchObject({ verdict: 'pass' });
  const result = await scene.runPull({ 'agent.mjs': "console.log('done');\n" });
  expect(result).toDecide('fail');
  expect(readable(result.summary)).toMatch(
    /case fixed passed \d+\/\d+ on main and 0\/\d+ here .*, when main and this change were tried again just now/,
  );
});

test('a worker stays where it is and gets the folder with each turn', async () => {
  const worker = program('workspace-worker.mjs');
  const cases = [caseOf('told', 'x', { files: { 'here.txt': { equals: 'false' } }, diff: { max_files: 1 } })];
  const agent = { command: [process.execPath, 'agent.mjs'] };
  await using folder = await folderWith({ ...suite(cases, { agent }), 'agent.mjs': worker });
  await folder.cli(['run']);
  expect(await folder.outcomes()).toEqual({ told: 'passed passed' });
});

test('warns of a command that the agent can rewrite, and of nothing once the case says what protects it', async () => {
  const open = caseOf('open', FIX, { commands: [{ run: ['npm', 'test'] }] });
  await using folder = await folderWith(suite([open]));
  const { stdout, stderr } = await folder.cli(['validate']);
  expect(stdout + stderr).toContain("runs on the agent's own version of every file");
  await folder.write(suite([caseOf('open', FIX, { commands: [{ run: ['npm', 'test'], restore: [] }] })]));
  const again = await folder.cli(['validate']);
  expect(again.stdout + again.stderr).not.toContain("agent's own version");
});
