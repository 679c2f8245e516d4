import { access, appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readTrace } from '#test/support/trace.ts';
import { tries } from '#test/support/tries.ts';
import { coinSuite } from './support/coin-suite.ts';
import { outcomeOf, RESULTS, withoutTimes } from './support/same-run.ts';
import { SEED, seeded } from './support/seeded.ts';
import { signalledAfter } from './support/signalled-after.ts';

/** Runs, and how often each is killed before it may end: 50 points in all on a schedule. */
const RUNS = tries(10);
const KILLS = 5;

test(`a run that is killed (kill -9) and resumed ${KILLS} times, ${RUNS} times over, gives the results of an unbroken one`, async () => {
  await using folder = await folderWith(coinSuite());
  await folder.cli(['run', '--output', 'main']);
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
      await signalledAfter(folder, [...args, '--resume'], point, 'SIGKILL');
      if (random() < 0.5) await tear(folder, random);
    }
    const hint = `seed ${SEED}, killed after ${points.slice(-KILLS).join(', ')} ms`;
    const resumed = await folder.cli([...args, '--resume']);
    expect(resumed.exitCode, `${hint}: ${resumed.stderr}`).toBe(unbroken.exitCode);
    expect(JSON.parse(resumed.stdout, withoutTimes), hint).toEqual(JSON.parse(unbroken.stdout, withoutTimes));
    expect(await outcomeOf(folder.path), hint).toEqual(expected);
  }
  console.log(
    `seed ${SEED}: killed after ${points.join(', ')} ms; ${turns} turns, unbroken ${Math.round(duration)} ms`,
  );
});

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
