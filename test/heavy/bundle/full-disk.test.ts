import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { readable } from '#test/support/markdown.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { runProgram } from '../support/run-program.ts';

const LONG = 'no '.repeat(4000);
const MAIN = scriptedSuite({ one: {}, two: {} });
const CHANGE = scriptedSuite({ one: { step: { answer: { output: LONG } } }, two: {} });

/** Node that may write no file of more than 4 KB, as on a disk that is nearly full. */
async function limitedNode(): Promise<string> {
  const folder = newFolder('limited');
  const path = join(folder, 'node');
  await writeFile(path, `#!/bin/bash\nulimit -f 4\nexec "${process.execPath}" "$@"\n`);
  await chmod(path, 0o755);
  return path;
}

it('a run on a full disk decides, comments and summarises, and ends as an error that names the disk', async (openScene) => {
  const scene = await openScene(MAIN);
  await scene.storeMain();
  const env = { NODE_COMPILE_CACHE: '' };
  const result = await scene.runPull(CHANGE, { execPath: await limitedNode(), env, inputs: { confirm: 'never' } });
  expect(result).toExit(4);
  expect(result.outputs).toMatchObject({ verdict: 'error', passed: 'false', trials: '4', 'results-path': '' });
  expect(result.stdout + result.stderr).not.toMatch(/^ +at /m);
  for (const text of [result.summary, scene.fake.state.comments[0]?.body ?? '']) {
    expect(readable(text)).toMatch(/could not be stored: there is no space left on the disk of .*\(EFBIG\)/);
    expect(readable(text)).toMatch(/pass rate fell 50 points/);
  }
  // Half of a run takes the place of no whole one.
  expect(scene.fake.state.artifacts.filter(({ runId }) => runId === result.run.id)).toEqual([]);
});

it('a run in a terminal on a full disk prints its report, exits 4 and names no results that are not there', async () => {
  await using folder = await folderWith(CHANGE);
  const node = await limitedNode();
  const env = { PATH: process.env['PATH'], HOME: folder.path };
  const run = await runProgram([node, CLI_BUNDLE, 'run'], { cwd: folder.path, env });
  expect(run).toExit(4);
  expect(run.stdout).toMatch(/ERROR {2}some results of this run could not be stored: .*agent-eval-results \(EFBIG\)/);
  expect(run.stdout).toContain('pass rate');
  expect(run.stderr).not.toMatch(/^Results: |^ +at /m);
});
