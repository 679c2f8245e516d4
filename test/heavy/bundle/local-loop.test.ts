import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { runCli } from '#test/support/run-cli.ts';
import { agent, scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { createRepository, type Workspace, type WorkspaceFiles } from '#test/testing/github/workspace.ts';

const GOOD = scriptedSuite({ one: {}, two: {} });
const BROKEN = scriptedSuite({ one: { step: { answer: { output: 'no' } } }, two: {} });

describe('run --against main', () => {
  test('runs main once, in a folder of its own, and compares the work here with it as often as it is typed', async () => {
    await using repository = await createRepository(GOOD);
    await repository.branch('feature');
    await write(repository, BROKEN);
    const first = await cli(repository, 'run', '--against', 'main');
    expect(first).toExit(1);
    expect(first.stdout).toMatch(/pass rate\s+main 100 %\s+here 50 %/);
    expect(first.stdout, 'what looked worse').toMatch(/tried again|fresh trials/);
    const comment = await readFile(join(repository.path, 'agent-eval-results/comment.md'), 'utf8');
    const report = await cli(repository, 'report', '--plain');
    expect(report.stdout.split('\n', 1), "a report of the folder knows main's runs").toEqual(
      comment.replace('Agent eval failed', 'Not ready to merge').split('\n', 1),
    );
    expect(report.stdout, 'the case expects no call, and forbids none').not.toContain('Expected to do');
    expect(report.stdout, 'from the trajectories beside the results').toMatch(/^Said:\n\n<pre>no<\/pre>$/m);
    const started = await trace(repository);
    const again = await cli(repository, 'run', '--against', 'main', '--confirm', 'never');
    expect(again.exitCode, 'main was not overwritten by the branch').toBe(1);
    expect(again.stderr).toContain('are kept in agent-eval-baselines');
    expect((await trace(repository)) - started, 'nothing was tried again').toBeLessThan(started);
    expect(await repository.git('status', '--porcelain')).not.toContain('agent-eval-');
    expect([first.survivors, again.survivors]).toEqual([[], []]);

    await write(repository, GOOD);
    expect((await cli(repository, 'run', '--against', 'main')).exitCode).toBe(0);
  });

  test('calls a branch that is not main by its name, also in what is shown and compared afterwards', async () => {
    await using repository = await createRepository(GOOD);
    await repository.git('branch', '-m', 'main', 'master');
    await write(repository, BROKEN);
    const run = await cli(repository, 'run', '--against', 'master', '--confirm', 'never');
    const [kept] = await readdir(join(repository.path, 'agent-eval-baselines'));
    const [main = '', here = ''] = [`agent-eval-baselines/${kept}/results.json`, 'agent-eval-results/results.json'];
    const shown = await cli(repository, 'show', 'one');
    const compared = await cli(repository, 'compare', '--baseline', main, '--candidate', here);
    expect(shown.stdout).toMatch(/^master {2}●+ {2}\d.*\nhere {4}○/m);
    expect(shown.stdout).toContain('(passed) on master');
    for (const { stdout, stderr } of [run, compared, shown]) {
      expect(stdout, stderr).toContain('master');
      expect(stdout.replaceAll(CLI_BUNDLE, ''), 'apart from where this checkout lies').not.toMatch(/\bmain\b/);
    }
  });

  test('grades main again, from the trajectories that are kept, where the work here demands something else', async () => {
    await using repository = await createRepository(GOOD);
    const expectation = { expect: { response: { contains: ['well'], not_contains: ['no such words'] } } };
    await write(repository, scriptedSuite({ one: expectation, two: {} }));
    const result = await cli(repository, 'run', '--against', 'main');
    expect(result).toExit(0);
    expect(result.stderr).toContain('Grading 2 stored trials again, of 1 case: one.');
  });

  test.each([
    [
      'a branch that is not there',
      'nowhere',
      /there is no branch, tag or commit "nowhere" here or on origin; correct the/,
    ],
    ['a branch whose name is misspelt', 'mian', /there is no branch, tag or commit "mian" .*; did you mean main\?/],
    ['an option', '--upload-pack=x', /argument missing|there is no branch/],
  ])('refuses %s', async (_, branch, why) => {
    await using repository = await createRepository(GOOD);
    const result = await cli(repository, 'run', `--against=${branch}`);
    expect([result.exitCode, result.stdout]).toEqual([2, '']);
    expect(result.stderr).toMatch(why);
  });

  test('tells a clone without its history from a branch that is not there', async () => {
    await using repository = await createRepository(GOOD);
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: repository.path, stdio: 'pipe' });
    git('checkout', '-q', '-b', 'work');
    for (const name of ['main', 'work']) {
      git('checkout', '-q', name);
      git('commit', '-q', '--allow-empty', '-m', name);
    }
    git('clone', '-q', '--depth=1', '--no-single-branch', pathToFileURL(repository.path).href, 'clone');
    const result = await runCli(join(repository.path, 'clone'), ['run', '--against', 'main']);
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toMatch(/this clone has only the newest commits, .*git fetch --unshallow/);
    const older = await runCli(join(repository.path, 'clone'), ['run', '--against', 'main~1']);
    expect(older.stderr).toMatch(/no branch, tag or commit "main~1".*may lack it: git fetch --unshallow origin/);
  });

  test('says what is wrong with the suite here before a trial of main is paid for', async () => {
    await using repository = await createRepository(GOOD);
    await write(repository, { 'agent-eval.yml': 'version: 1\nagent: {}\n' });
    const result = await cli(repository, 'run', '--against', 'main');
    expect([result.exitCode, existsSync(join(repository.path, 'agent-eval-baselines'))]).toEqual([2, false]);
    expect(result.stderr).toMatch(/^agent-eval\.yml:/);
  });

  test('says after Ctrl-C that main was interrupted, not that it can’t be compared with', async () => {
    await using repository = await createRepository(scriptedSuite({ hangs: { step: { spawn: true } } }));
    const when = (async () => {
      while (!existsSync(join(repository.path, 'agent-eval-baselines'))) await setTimeout(20);
    })();
    const stopped = await runCli(repository.path, ['run', '--against', 'main'], { signal: { name: 'SIGINT', when } });
    expect(stopped).toExit(130);
    expect(stopped.stderr).toMatch(/the run of main \([0-9a-f]{7}\) was interrupted, and the work here was not run/);
    expect(stopped.stderr).not.toContain('by hand');
  });

  test('says why main can’t be run, and how to do it by hand', async () => {
    await using repository = await createRepository({ ...GOOD, 'agent.mjs': "throw new Error('no packages here');\n" });
    await write(repository, GOOD);
    const result = await cli(repository, 'run', '--against', 'main');
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toMatch(/--against: can't compare with main \([0-9a-f]{7}\): the agent can't start/);
    expect(result.stderr).toMatch(/git switch main.* run --output agent-eval-main.* run --baseline agent-eval-main/);
    expect(await trace(repository), 'nothing here was run').toBe(0);
  });
});

test('results are replaced only by a run that tried something', async () => {
  const needy = { agent: agent({ needs: ['MODEL_KEY'] }) };
  await using repository = await createRepository(scriptedSuite({ one: {}, two: {} }, needy));
  const run = (key: string) => runCli(repository.path, ['run', '--pass-env', 'MODEL_KEY'], { env: { MODEL_KEY: key } });
  expect((await run('a-key-of-some-length')).stdout).toContain('pass rate');
  const kept = await results(repository);

  const keyless = await run('');
  expect(keyless.exitCode).toBe(4);
  expect(keyless.stderr).toContain('No trial was run: agent-eval-results/ still holds the results of the run before');
  expect(await results(repository), 'by a run without its key').toEqual(kept);

  const file = join(repository.path, 'agent.mjs');
  await rename(file, join(repository.path, 'aside.mjs'));
  expect((await run('a-key-of-some-length')).exitCode).toBe(2);
  expect(await results(repository), 'by an agent that is not there').toEqual(kept);

  await writeFile(file, 'process.exit(1);');
  expect((await run('a-key-of-some-length')).exitCode).toBe(4);
  expect(await results(repository), 'by an agent that can not start').toEqual(kept);

  await rename(join(repository.path, 'aside.mjs'), file);
  expect((await run('a-key-of-some-length')).stderr).toContain('Results: agent-eval-results');
  expect(await results(repository)).not.toEqual(kept);
});

function cli({ path }: Workspace, ...args: readonly string[]) {
  return runCli(path, args);
}

async function write({ path }: Workspace, files: WorkspaceFiles): Promise<void> {
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text ?? '');
}

/** Turns that the agent here was given. */
async function trace({ path }: Workspace): Promise<number> {
  const lines = (await readFile(join(path, TRACE), 'utf8').catch(() => '')).split('\n');
  return lines.filter((line) => line !== '' && line !== 'start').length;
}

/** Every file of the output folder that holds results. */
async function results({ path }: Workspace): Promise<readonly string[]> {
  const folder = join(path, 'agent-eval-results');
  const names = (await readdir(folder)).filter((name) => name !== 'trials.jsonl').toSorted();
  return Promise.all(names.map(async (name) => `${name}: ${await readFile(join(folder, name), 'utf8')}`));
}
