import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { agent, scriptedSuite } from '#test/support/scripted-suite.ts';

const SUITE = scriptedSuite({ one: {}, two: {} });
const BROKEN = scriptedSuite({ one: { step: { answer: { output: 'no' } } }, two: {} });

/** What a run writes, by docs/terminal.md; those that only some runs have. */
const [, PAGE = ''] = readFileSync(join(import.meta.dirname, '../../../docs/terminal.md'), 'utf8').split(
  '## What a run writes',
);
const CELLS = [...PAGE.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell).join();
const DOCUMENTED = Array.from(CELLS.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
const OF_SOME = ['requests.jsonl', 'main-1.json', 'confirmation.json', 'judge-cache.jsonl'];

describe('run', () => {
  test('writes results and exits 0 on pass, 1 on fail, against a baseline file', async () => {
    await using folder = await folderWith(SUITE);
    const first = await folder.cli(['run', '--output', 'main']);
    expect(first).toExit(0);
    expect((await readdir(join(folder.path, 'main'))).toSorted()).toEqual(
      DOCUMENTED.filter((file) => !OF_SOME.includes(file)).toSorted(),
    );

    const same = await folder.cli(['run', '--baseline', 'main/results.json']);
    expect(same).toExit(0);
    expect(same.stdout).toContain('PASS');
    expect(await readdir(join(folder.path, 'agent-eval-results'))).toContain('results.json');

    await folder.write(BROKEN);
    const broken = await folder.cli(['run', '--baseline', 'main/results.json']);
    expect(broken).toExit(1);
    expect(broken.stdout).toContain('FAIL');
    expect(broken.stdout).toContain('one');
    const tolerated = await folder.cli(['run', '--baseline', 'main/results.json', '--fail-on', 'never']);
    expect(tolerated.exitCode).toBe(0);
  });

  test('without a baseline is inconclusive: exit 0, 3 when failing on it, 4 when one is required', async () => {
    await using folder = await folderWith(SUITE);
    const plain = await folder.cli(['run']);
    expect(plain).toExit(0);
    expect(plain.stdout).toContain('INCONCLUSIVE');
    expect((await folder.cli(['run', '--fail-on', 'inconclusive'])).exitCode).toBe(3);
    const required = await folder.cli(['run', '--baseline-required']);
    expect(required.exitCode).toBe(4);
    expect(required.stdout).toContain('no results of main were named');
    expect(required.stderr).toContain(
      'No trial was run: agent-eval-results/ still holds the results of the run before',
    );
  });

  test('ends although a process that hid from it outlives setup', async () => {
    // No marker in its environment, no parent, a session of its own: nothing tells that it is ours, and it holds our pipes.
    const hidden = `(env -i setsid sh -c 'echo $$ > "$0"; exec sleep 60' "$PWD/pid" &)`;
    const setup = [hidden, 'until [ -s pid ]; do :; done'];
    await using folder = await folderWith(scriptedSuite({ one: {} }, { agent: agent({ setup }) }));
    const result = await folder.cli(['run']);
    expect(result).toExit(0);
    const pid = Number(await folder.read('pid'));
    // Throws when it is gone: then the run waited for it, or this test no longer hides it.
    process.kill(pid, 'SIGKILL');
  });

  test('prints nothing but JSON on standard output with --json', async () => {
    await using folder = await folderWith(SUITE);
    const result = await folder.cli(['run', '--json', '--trials', '1', '--cases', 'two']);
    expect(result).toExit(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ verdict: 'inconclusive', decision: { trials: 1 } });
    expect(result.stderr).toContain('INCONCLUSIVE');
  });
});

test('validate exits 0 on a valid config, 2 on any other, with every problem on its line', async () => {
  await using folder = await folderWith(SUITE);
  const valid = await folder.cli(['validate']);
  expect(valid).toExit(0);
  expect(valid.stdout).toMatch(
    /^agent-eval\.yml: 2 cases, 2 turns, 2 trials per case: valid\ncost: a run of main makes 4 trials, a change 4 before fresh trials; /,
  );
  expect(await readdir(folder.path)).not.toContain('trace.txt');

  await folder.write({ 'evals/cases.yml': 'cases:\n  - {id: one, input: x}\n  - {id: one, inputs: x}\n' });
  const invalid = await folder.cli(['validate']);
  expect(invalid.exitCode).toBe(2);
  expect(invalid.stdout).toBe('');
  expect(invalid.stderr).toMatch(/^evals\/cases\.yml:2:\d+: .*without any expectation/m);
  expect(invalid.stderr).toMatch(/^evals\/cases\.yml:3:\d+: .*inputs: .*did you mean input/m);
});

test('demo tells the whole story offline, exits 0 and leaves nothing behind', async () => {
  await using folder = await folderWith({});
  const result = await folder.cli(['demo'], { env: { TMPDIR: folder.path } });
  expect(result).toExit(0);
  expect(result.stdout).toMatch(/1\. main/);
  const red =
    /❌ Agent eval failed: "Cracked mug: refund only the mug" and refund-wrong-size broke: lookup_order is no longer called\n/g;
  expect(result.stdout).toMatch(/✅ Agent eval passed: nothing got worse/);
  expect(result.stdout.match(red), 'the step and the comment begin alike').toHaveLength(2);
  expect(result.stderr).toBe('');
  expect(result.survivors).toEqual([]);
  expect(await readdir(folder.path)).toEqual([]);
});

describe('usage', () => {
  test.each([
    ['an unknown option', ['run', '--trails', '3'], /unknown option '--trails'/],
    [
      'a choice that is none',
      ['run', '--fail-on', 'red'],
      /--fail-on is "red"; expected "fail", "inconclusive" or "never"/,
    ],
    [
      'a missing option',
      ['compare', '--baseline', 'a.json'],
      /name files by --baseline and --candidate, or rounds by --results and arguments/,
    ],
    ['a missing argument', ['show'], /argument 'case'\n\(for example: .* show refund-late; see ".* show --help"\)/],
    ['no command', [], /^Usage: node \S*dist\/cli\.js \[options\]/],
  ])('%s exits 2 and says so', async (_, args, words) => {
    await using folder = await folderWith({});
    const result = await folder.cli(args);
    expect([result.exitCode, result.stdout]).toEqual([2, '']);
    expect(result.stderr).toMatch(words);
  });

  test('--help and --version exit 0', async () => {
    await using folder = await folderWith({});
    const help = await folder.cli(['--help']);
    expect(help.exitCode).toBe(0);
    for (const command of ['run', 'compare', 'validate', 'init', 'demo'])
      expect(help.stdout).toContain(`  ${command} `);
    const version = await folder.cli(['--version']);
    expect(version.exitCode).toBe(0);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
