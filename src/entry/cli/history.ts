import { readHistoryFiles } from '#adapters/workspace/results/history-files.ts';
import { defaultPolicy } from '#domain/gate/policy-schema.ts';
import { auditOf } from '#domain/history/audit.ts';
import { historyOfFiles } from '#domain/history/history-of-files.ts';
import { movedCases } from '#domain/history/moved-cases.ts';
import { EXIT } from '#domain/report/exit-code.ts';
import { historyTable } from '#domain/report/history/history-table.ts';
import type { HistoryOptions } from '#entry/options/flags.ts';
import { printJson } from './print-json.ts';
import { say } from './say.ts';

/** What `agent-eval history` does. */
export async function showHistory(path: string, { json }: HistoryOptions): Promise<void> {
  const read = await readHistoryFiles(path);
  if ('problem' in read) return refuse(`${read.problem}; name a history.jsonl, or a folder with results of main`);
  const { rows, problems } = historyOfFiles(read.files);
  for (const problem of problems) say(`${problem}; it is left out`);
  if (rows.length === 0)
    return refuse(
      `${path} tells of no run of main; download the artifact agent-eval-results of a run of main, or keep runs with "baseline save"`,
    );
  const promised = rows.findLast(({ audit }) => audit !== null)?.audit?.promised ?? 1 - defaultPolicy().confidence;
  const shown = { rows, moved: movedCases(rows), audit: auditOf(rows, promised) };
  if (json) printJson(shown);
  else process.stdout.write(`${historyTable(shown)}\n`);
}

function refuse(problem: string): void {
  say(`agent-eval: ${problem}`);
  process.exitCode = EXIT.usage;
}
