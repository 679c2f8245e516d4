import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { casesNotPassed, type NotPassed } from '#gate/baseline/results/not-passed.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { readStoredRun } from '#runner/workspace/baselines/read-stored-run.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import { readInterruptedRun, TRIALS_FILE } from '#runner/workspace/results/result-folder.ts';
import { commandName } from '../common/command-name.ts';

/** The folder in the output folder for runs of what failed, so that the last whole run stays as it is. */
export const OF_FAILED = 'failed';

/**
 * Results files of an output folder: of the last whole run, and of what failed in it; oldest first. After a run without any trial, which
 * keeps the results before it, they are there again without their trials.
 */
export async function resultsIn(
  folder: string,
): Promise<{ readonly runs: readonly PlacedRun[] } | { readonly problem: string }> {
  const runs: PlacedRun[] = [];
  for (const place of [folder, join(folder, OF_FAILED)]) {
    const path = join(place, 'results.json');
    if (!(await exists(path))) continue;
    const read = await readStoredRun(path);
    if ('problem' in read) return { problem: read.problem };
    const { results } = read.run;
    runs.push({ folder: place, results });
    const last = await readInterruptedRun(place);
    if (last === null || last.identity === null || last.lines.length > 0) continue;
    const created_at = (await stat(join(place, TRIALS_FILE))).mtime.toISOString();
    const cases = results.cases.map((record) => ({ ...record, trials: [] }));
    runs.push({ folder: place, results: { ...results, created_at, complete: false, cases } });
  }
  if (runs.length === 0)
    return {
      problem: `${folder} holds no results; "${commandName()} run" makes them, and --output names another folder`,
    };
  return { runs: runs.toSorted((left, right) => timeOf(left) - timeOf(right)) };
}

/** A results file and the folder that it is in. */
export interface PlacedRun {
  readonly folder: string;
  readonly results: ResultsFile;
}

function timeOf({ results }: PlacedRun): number {
  const time = Date.parse(results.created_at);
  return Number.isNaN(time) ? 0 : time;
}

/** The cases that did not pass when they ran last, or that the last run did not come to. */
export async function failedLastTime(folder: string): Promise<NotPassed | { readonly problem: string }> {
  const contents = await resultsIn(folder);
  return 'problem' in contents ? contents : casesNotPassed(contents.runs.map(({ results }) => results));
}
