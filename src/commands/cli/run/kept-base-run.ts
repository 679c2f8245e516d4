import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE_RUNS } from '#commands/compose/baseline-of-commit.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { readStoredRun } from '#runner/workspace/baselines/read-stored-run.ts';

/**
 * The runs of main that a stored run was compared with by `--against`, of those that are kept below the working directory and
 * have a case; empty: it was compared with none of them.
 */
export async function keptBaseRuns(cwd: string, results: ResultsFile, id: string): Promise<readonly StoredRun[]> {
  const shas = results.baseline_runs.flatMap(({ sha }) => sha ?? []);
  const folder = join(cwd, BASE_RUNS);
  const names = shas.length === 0 ? [] : await readdir(folder).catch(() => []);
  const runs: StoredRun[] = [];
  for (const name of names.filter((known) => shas.some((sha) => known.startsWith(sha.slice(0, 12))))) {
    const read = await readStoredRun(join(folder, name, 'results.json'));
    if ('run' in read && read.run.sha !== null && shas.includes(read.run.sha)) runs.push(read.run);
  }
  const fits = ({ results: base }: StoredRun) =>
    base.config.path === results.config.path && base.cases.some((record) => record.id === id);
  const newest = runs.filter(fits).toSorted((left, right) => timeOf(right) - timeOf(left))[0];
  return newest === undefined ? [] : [newest];
}

function timeOf({ results }: StoredRun): number {
  return Date.parse(results.created_at);
}
