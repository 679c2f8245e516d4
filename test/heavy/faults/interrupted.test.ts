import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readTrace } from '#test/support/trace.ts';
import { tries } from '#test/support/tries.ts';
import { coinSuite } from './support/coin-suite.ts';
import { outcomeOf, RESULTS, withoutTimes } from './support/same-run.ts';
import { SEED, seeded } from './support/seeded.ts';
import { signalledAfter } from './support/signalled-after.ts';

/** Runs, and how often each is cancelled before it may end: 25 points in all on a schedule. */
const RUNS = tries(5);
const SIGNALS = 5;

/** The exit code of a run that was cancelled by each. */
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

test(`a run that is cancelled (SIGINT, SIGTERM) and resumed ${SIGNALS} times, ${RUNS} times over, gives the results of an unbroken one`, async () => {
  await using folder = await folderWith(coinSuite());
  await folder.cli(['run', '--output', 'main']);
  const args = ['run', '--baseline', 'main', '--json'];
  const started = performance.now();
  const unbroken = await folder.cli(args);
  const duration = performance.now() - started;
  const expected = await outcomeOf(folder.path);

  const random = seeded(SEED);
  for (let run = 0; run < RUNS; run += 1) {
    await rm(join(folder.path, RESULTS), { recursive: true });
    const points: string[] = [];
    for (let times = 0; times < SIGNALS; times += 1) {
      const name = random() < 0.5 ? 'SIGINT' : 'SIGTERM';
      const point = Math.round(random() * duration);
      const atWork = times === 0;
      points.push(atWork ? `${name} at work` : `${name} after ${point} ms`);
      const { code, signal } = await signalledAfter(
        folder,
        [...args, '--resume'],
        atWork ? trialIn(folder) : point,
        name,
      );
      const own = signal === null && code === CODES[name];
      // Before it listens to signals the system ends it; once its last trial is over it may end as if undisturbed.
      const undisturbed = signal === null ? code === unbroken.exitCode : signal === name;
      expect(own || (!atWork && undisturbed), points.join(', ')).toBe(true);
    }
    const hint = `seed ${SEED}: ${points.join(', ')}`;
    const resumed = await folder.cli([...args, '--resume']);
    expect(resumed.exitCode, `${hint}: ${resumed.stderr}`).toBe(unbroken.exitCode);
    expect(JSON.parse(resumed.stdout, withoutTimes), hint).toEqual(JSON.parse(unbroken.stdout, withoutTimes));
    expect(await outcomeOf(folder.path), hint).toEqual(expected);
  }
});

/** When an agent, which holds its answer back until then, has been given a turn. */
function trialIn(folder: Folder): () => Promise<void> {
  return async () => {
    const before = (await readTrace(folder.path)).length;
    await writeFile(join(folder.path, 'hold'), '');
    await expect.poll(async () => (await readTrace(folder.path)).length, { timeout: 30_000 }).toBeGreaterThan(before);
    await rm(join(folder.path, 'hold'));
  };
}
