import { writeSqlite } from '#adapters/workspace/results/sqlite-file.ts';
import { type NamedResults, tablesOf } from '#domain/baseline/results/tables.ts';
import { EXIT } from '#domain/report/exit-code.ts';
import { plural } from '#domain/words.ts';
import type { ExportOptions } from '#entry/options/flags.ts';
import { readResults, resultsPath } from './common/read-results.ts';
import { say } from './common/say.ts';

/** What `agent-eval export` does. */
export async function exportResults(paths: readonly string[], { sqlite }: ExportOptions): Promise<void> {
  const runs: NamedResults[] = [];
  for (const path of paths) {
    const file = await resultsPath(path);
    const results = await readResults(file);
    if (results !== null) runs.push({ file, results });
  }
  const problem = runs.length < paths.length ? '' : await write(runs, sqlite ?? null);
  if (problem === null) return;
  if (problem !== '') say(`agent-eval: ${problem}`);
  process.exitCode = EXIT.usage;
}

/** Why nothing, or not all, is written, a sentence; `null`: it is. */
async function write(runs: readonly NamedResults[], sqlite: string | null): Promise<string | null> {
  if (sqlite === null) return 'say which file to write: --sqlite FILE';
  const failed = await writeSqlite(sqlite, tablesOf(runs));
  if (failed !== null) return failed.problem;
  process.stdout.write(`${sqlite}: ${plural(runs.length, 'run')} in the tables runs, cases, trials and scores\n`);
  return null;
}
