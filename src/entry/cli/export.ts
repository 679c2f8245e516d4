import { writeSqlite } from '#adapters/workspace/results/sqlite-file.ts';
import { type NamedResults, tablesOf } from '#domain/baseline/results/tables.ts';
import { EXIT } from '#domain/report/exit-code.ts';
import { plural } from '#domain/words.ts';
import type { ExportOptions } from '#entry/options/flags.ts';
import { readResults } from './read-results.ts';
import { say } from './say.ts';

/** What `agent-eval export` does. */
export async function exportResults(files: readonly string[], { sqlite }: ExportOptions): Promise<void> {
  const runs: NamedResults[] = [];
  for (const file of files) {
    const results = await readResults(file);
    if (results !== null) runs.push({ file, results });
  }
  if (runs.length < files.length) {
    process.exitCode = EXIT.usage;
    return;
  }
  const failed = await writeSqlite(sqlite, tablesOf(runs));
  if (failed !== null) {
    say(`agent-eval: ${failed.problem}`);
    process.exitCode = EXIT.usage;
    return;
  }
  process.stdout.write(`${sqlite}: ${plural(runs.length, 'run')} in the tables runs, cases, trials and scores\n`);
}
