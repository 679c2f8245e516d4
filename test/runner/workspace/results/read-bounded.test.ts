import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readBounded } from '#runner/workspace/results/read-bounded.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { runCli } from '#test/support/run-cli.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';

const root = newFolder('bounded');
const folder = join(root, 'results');

beforeAll(() => {
  mkdirSync(join(folder, 'below'), { recursive: true });
  writeFileSync(join(folder, 'small.json'), 'small');
  writeFileSync(join(folder, 'large.json'), Buffer.alloc(3 * 1024 * 1024));
  writeFileSync(join(root, 'secret'), 'root:x:0:0');
  symlinkSync('small.json', join(folder, 'own.json'));
  symlinkSync('../secret', join(folder, 'leading-out.json'));
  execFileSync('mkfifo', [join(folder, 'fifo.json')]);
});

test.each([
  ['small.json', 'small'],
  ['own.json', 'small'],
  ['none.json', 'does not exist'],
  ['below', 'is a folder; name a file'],
  ['large.json', 'has 3 MB; at most 2 MB are read'],
  ['fifo.json', 'is not a regular file'],
  ['leading-out.json', 'is a link that leads out of its folder; name the file itself'],
])('%s: %s', async (name, found) => {
  const read = await readBounded(join(folder, name), 2 * 1024 * 1024);
  expect('bytes' in read ? read.bytes.toString() : read.problem).toBe(found);
});

test.each(['fifo.json', 'leading-out.json'])('compare ends on %s, and prints nothing of it', async (name) => {
  const { exitCode, stdout, stderr } = await runCli(folder, ['compare', '--baseline', name, '--candidate', name]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(name);
  expect(stderr).not.toContain('root:');
});

test('a pipe among the lines that a run has stored keeps nobody waiting', async () => {
  await using run = await folderWith(scriptedSuite({ one: {} }, { trials: 1 }));
  const stored = join(run.path, 'agent-eval-results');
  await run.cli(['run']);
  execFileSync('mkfifo', [join(stored, 'requests.jsonl')]);
  expect((await run.cli(['regrade', 'agent-eval-results', '--output', 'again'])).exitCode).toBe(0);
  for (const [file, args] of [
    ['trials.jsonl', ['run', '--resume']],
    ['trajectories.jsonl.part', ['run']],
  ] as const) {
    rmSync(join(stored, file), { force: true });
    execFileSync('mkfifo', [join(stored, file)]);
    expect((await run.cli(args)).stdout, args.join(' ')).toContain('pass rate');
  }
});
