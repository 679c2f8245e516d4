import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BirthMark, markChildren, processLimit } from '#process/birth-mark.ts';
import { clearLeftovers } from '#process/leftovers.ts';
import { readProcess, readStat } from '#process/proc.ts';
import { newFolder } from '#test/support/new-folder.ts';

let folder: string;
let elsewhere: string;

beforeEach(async () => {
  const top = await realpath(newFolder('leftovers'));
  [folder, elsewhere] = [join(top, 'ours'), join(top, 'ours-not')];
  await mkdir(folder);
  await mkdir(elsewhere);
});

describe.runIf(process.platform === 'linux')('a process whose starter is gone', () => {
  test.each([
    ['works in the folder', () => ({ cwd: folder, script: 'exec sleep 300' }), 'which works in'],
    ['has a file of it open', () => ({ script: `exec sleep 300 > ${folder}/log` }), 'which has a file open in'],
    [
      'has a program of it',
      () => ({ script: `cp /bin/sleep ${folder}/own; exec ${folder}/own 300` }),
      'whose program is in',
    ],
    ['runs a script of it', () => ({ script: `exec tail -f --pid=$$ /dev/null ${folder}/x` }), 'whose program is in'],
  ])('is ended and named where it %s, whatever its environment and session are', async (_, how, relation) => {
    const pid = await orphan(how());
    const found = await clear();
    expect(found?.ended).toEqual([expect.stringMatching(`\\(process ${pid}\\), ${relation} the folder$`)]);
    expect(found?.living).toEqual([]);
    expect(isAlive(pid)).toBe(false);
    expect(await clear()).toEqual({ ended: [], living: [] });
  });

  test('is left alone where it has nothing to do with the folder', async () => {
    const pid = await orphan({ cwd: elsewhere, script: 'exec sleep 300' });
    expect(await clear()).toEqual({ ended: [], living: [] });
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });

  test('is named and left alone where others may work in the folder too', async () => {
    const pid = await orphan({ cwd: folder, script: 'exec sleep 300' });
    expect(await clear({ ends: false })).toEqual({
      ended: [],
      living: [expect.stringMatching(`\\(process ${pid}\\), which works in the folder$`)],
    });
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });
});

test.runIf(process.platform === 'linux')('what somebody who lives has started is nobody of ours', async () => {
  const job = spawn('sleep', ['300'], { cwd: folder, stdio: 'ignore' });
  await once(job, 'spawn');
  expect(await clear()).toEqual({ ended: [], living: [] });
  expect(job.exitCode).toBeNull();
  job.kill('SIGKILL');
});

describe.runIf(process.platform === 'linux')('a process that uses none of our folders, whose starter is gone', () => {
  test('is not what looks of the same time start themselves to find out who takes orphans', async () => {
    const pid = await orphan({ cwd: folder, script: 'exec sleep 300' });
    const folders = [{ name: 'the folder of this process', path: process.cwd() }];
    const place = {
      starter: process.pid,
      folders: [...folders, { name: 'ours', path: folder }],
      mark: null,
      ends: false,
    };
    const looks = await Promise.all(Array.from({ length: 12 }, () => clearLeftovers(place)));
    expect(looks.flatMap((look) => look?.living ?? []).filter((words) => words.startsWith('cat '))).toEqual([]);
    process.kill(pid, 'SIGKILL');
  });

  test('is ended and named where our mark shows that we started it, and left alone if it was there before', async () => {
    const before = await orphan({ cwd: elsewhere, script: 'exec sleep 300' });
    const mark = await markChildren();
    const pid = await orphan({ script: 'exec sleep 300' });
    const found = await clear({ mark });
    expect(found?.ended).toEqual([expect.stringMatching(`\\(process ${pid}\\), which a program of this run started$`)]);
    expect([isAlive(before), isAlive(pid)]).toEqual([true, false]);
    process.kill(before, 'SIGKILL');
  });

  test('is in doubt where it has altered the mark, and another run of this machine has not', async () => {
    const mark = await markChildren();
    const lower = `prlimit --pid $$ --locks=${(mark?.limit ?? 0) - 7}`;
    const pid = await orphan({ script: `${lower}; exec sleep 300` });
    while ((processLimit(pid) ?? 0) >= (mark?.limit ?? 0)) await turnOfTheLoop();
    expect(await clear({ mark })).toEqual({ ended: [], living: [expect.stringContaining(`(process ${pid})`)] });
    process.kill(pid, 'SIGKILL');
  });
});

function clear({ ends = true, mark = null }: { readonly ends?: boolean; readonly mark?: BirthMark | null } = {}) {
  return clearLeftovers({ starter: process.pid, folders: [{ name: 'the folder', path: folder }], mark, ends });
}

/** Starts a shell that nobody can be told to have started: in a session of its own, with an empty environment. Gives its process id. */
async function orphan({ cwd = '/', script }: { readonly cwd?: string; readonly script: string }): Promise<number> {
  const launcher = `
    const { spawn } = require('node:child_process');
    const child = spawn('/bin/sh', ['-c', 'echo ready; PATH=/usr/bin:/bin; ' + process.argv[1]], {
      cwd: process.argv[2], env: {}, detached: true, stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.once('data', () => { console.log(child.pid); process.exit(); });`;
  const starter = spawn(process.execPath, ['-e', launcher, script, cwd], { stdio: ['ignore', 'pipe', 'ignore'] });
  let told = '';
  starter.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  await once(starter, 'close');
  const pid = Number(told);
  // The shell has made way for what it starts.
  while (readProcess(pid, 'cmdline').includes('echo ready')) await turnOfTheLoop();
  return pid;
}

function isAlive(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== null && stat.state !== 'Z' && stat.state !== 'X';
}
