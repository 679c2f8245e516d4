import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CLI_BUNDLE, COMPILE_CACHE } from '#test/support/bundle.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { findSurvivors } from '#test/support/github/runner/survivors.ts';
import { readTrace } from '#test/support/trace.ts';
import { coinSuite } from './support/coin-suite.ts';
import { outcomeOf, RESULTS } from './support/same-run.ts';
import { SEED, seeded } from './support/seeded.ts';

/** Runs, and how often each is killed before it may end: 50 points in all. */
const RUNS = 10;
const KILLS = 5;

test(`a run that is killed (kill -9) and resumed ${KILLS} times, ${RUNS} times over, gives the results of an unbroken one`, async () => {
  await using folder = await folderWith(coinSuite());
  await folder.cli(['run']);
  await folder.cli(['baseline', 'save', 'main']);
  const args = ['run', '--baseline', 'main', '--json'];
  const started = performance.now();
  const unbroken = await folder.cli(args);
  const duration = performance.now() - started;
  expect([0, 1], unbroken.stderr).toContain(unbroken.exitCode);
  const expected = await outcomeOf(folder.path);
  const turns = new Set(await readTrace(folder.path)).size;

  const random = seeded(SEED);
  const points: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await rm(join(folder.path, RESULTS), { recursive: true });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const point = Math.round(random() * duration);
      points.push(point);
      await killedAfter(folder, [...args, '--resume'], point);
      if (random() < 0.5) await tear(folder, random);
    }
    const said = `seed ${SEED}, killed after ${points.slice(-KILLS).join(', ')} ms`;
    const resumed = await folder.cli([...args, '--resume']);
    expect(resumed.exitCode, `${said}: ${resumed.stderr}`).toBe(unbroken.exitCode);
    expect(JSON.parse(resumed.stdout), said).toEqual(JSON.parse(unbroken.stdout));
    expect(await outcomeOf(folder.path), said).toEqual(expected);
  }
  console.log(
    `seed ${SEED}: killed after ${points.join(', ')} ms; ${turns} turns, unbroken ${Math.round(duration)} ms`,
  );
});

/** Kills a command after some milliseconds; its agents, which are not killed, end by themselves. */
async function killedAfter(folder: Folder, args: readonly string[], ms: number): Promise<void> {
  const child = spawn(process.execPath, [CLI_BUNDLE, ...args], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder.path, ...COMPILE_CACHE },
    detached: true,
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  await wait(ms);
  child.kill('SIGKILL');
  await ended;
  expect(await findSurvivors(child.pid ?? 0, folder.path)).toEqual([]);
}

/** What a kill in the middle of a write leaves: the beginning of a line at the end of each file that grows. */
async function tear(folder: Folder, random: () => number): Promise<void> {
  const line = `{"id":"a#9","case_id":"a","trial":9,"record":{"index":9,"outcome":"passed"},"text":"äöü"}`;
  for (const name of ['trials.jsonl', 'trajectories.jsonl.part']) {
    const path = join(folder.path, RESULTS, name);
    const torn = Buffer.from(line).subarray(0, 1 + Math.floor(random() * (Buffer.byteLength(line) - 1)));
    await access(path).then(
      () => appendFile(path, torn),
      () => {},
    );
  }
}
