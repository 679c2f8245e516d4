import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { canonicalJson } from '#common/json.ts';
import { coinSuite } from '#test/heavy/faults/support/coin-suite.ts';
import { RESULTS } from '#test/heavy/faults/support/same-run.ts';
import { seeded } from '#test/heavy/faults/support/seeded.ts';
import { findSurvivors } from '#test/testing/github/runner/survivors.ts';
import { CLI } from '../support/bundle.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Figure } from './figure.ts';

const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Runs that are ended by signals at random moments, and resumed until they end by themselves; over and over. */
export async function killedRuns(minutes: number, seed: number): Promise<readonly Figure[]> {
  const random = seeded(seed);
  const until = performance.now() + minutes * 60_000;
  let [signals, runs, lost, survivors, leaked, finished] = [0, 0, 0, 0, 0, 0];
  await using folder = await scratchFolder({ ...coinSuite(), 'tmp/.keep': '' } as Record<string, string>);
  const start = (resume: boolean) =>
    spawn(process.execPath, [CLI, 'run', ...(resume ? ['--resume'] : [])], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'], HOME: folder.path, TMPDIR: join(folder.path, 'tmp') },
      detached: true,
      stdio: 'ignore',
    });
  while (performance.now() < until) {
    const known = new Map<string, string>();
    for (let times = Math.floor(random() * 4); times > 0; times -= 1) {
      const child = start(true);
      const ended = once(child, 'close');
      await Promise.race([wait(200 + random() * 1500), ended]);
      child.kill(SIGNALS[Math.floor(random() * SIGNALS.length)]);
      await ended;
      signals += 1;
      survivors += (await findSurvivors(child.pid ?? 0, folder.path)).length;
      for (const [trial, line] of await storedTrials(folder.path)) known.set(trial, line);
    }
    const child = start(true);
    const [code] = await once(child, 'close');
    runs += 1;
    survivors += (await findSurvivors(child.pid ?? 0, folder.path)).length;
    const results = await readFile(join(folder.path, RESULTS, 'results.json'), 'utf8').catch(() => '{"cases":[]}');
    const kept = new Map<string, string>();
    for (const { id, trials } of JSON.parse(results).cases) {
      for (const trial of trials) kept.set(`${id}#${trial.index}`, canonicalJson(trial));
    }
    finished += kept.size;
    for (const [trial, line] of known) if (kept.get(trial) !== line) lost += 1;
    if (code === 2) lost += 1;
    await rm(join(folder.path, RESULTS), { recursive: true, force: true });
  }
  leaked = (await readdir(join(folder.path, 'tmp'))).filter((name) => name !== '.keep').length;
  return [
    {
      what: 'runs that were ended and resumed, signals sent',
      value: `${runs}, ${signals}`,
      ok: runs > 0 && signals > 0,
    },
    {
      what: 'trials in their results, lost or changed after they were finished',
      value: `${finished}, ${lost}`,
      ok: lost === 0,
    },
    { what: 'processes left behind', value: String(survivors), ok: survivors === 0 },
    { what: 'files left behind in the temporary folder', value: String(leaked), ok: leaked === 0 },
  ];
}

/** Finished trials of an interrupted run, by case and index, with sorted keys; a torn last line is none. Errors run again. */
async function storedTrials(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, RESULTS, 'trials.jsonl'), 'utf8').catch(() => '');
  const trials = new Map<string, string>();
  for (const line of text.split('\n').slice(1)) {
    try {
      const { case_id, record } = JSON.parse(line);
      if (record.outcome !== 'error') trials.set(`${case_id}#${record.index}`, canonicalJson(record));
    } catch {
      // Torn by a kill.
    }
  }
  return trials;
}
