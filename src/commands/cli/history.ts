import type { HistoryOptions } from '#commands/options/flags.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import { selfAuditOf } from '#gate/history/audit.ts';
import { historyOfFiles } from '#gate/history/history-of-files.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import { type MovedCase, movedCases } from '#gate/history/moved-cases.ts';
import { EXIT } from '#report/exit-code.ts';
import { historyTable } from '#report/history/history-table.ts';
import { readHistoryFiles } from '#runner/workspace/results/history-files.ts';
import { printJson } from './common/print-json.ts';
import { say } from './common/say.ts';

/** What `agent-eval history` does. */
export async function showHistory(path: string, { json }: HistoryOptions): Promise<void> {
  const history = await mainHistory([path]);
  if ('problem' in history) {
    say(`agent-eval: ${history.problem}`);
    process.exitCode = EXIT.usage;
  } else if (json) printJson(history);
  else process.stdout.write(`${historyTable(history)}\n`);
}

/** What files know about main. */
interface MainHistory {
  /** Oldest first; at least one. */
  readonly rows: readonly HistoryRow[];
  readonly moved: readonly MovedCase[];
  readonly audit: SelfAudit | null;
}

/**
 * One history of main from histories and folders of results. A file that can't be used is named on standard error and left out.
 *
 * @returns `problem`: there is none, a sentence part
 */
export async function mainHistory(paths: readonly string[]): Promise<MainHistory | { readonly problem: string }> {
  const files: { readonly path: string; readonly text: string }[] = [];
  for (const path of paths) {
    const read = await readHistoryFiles(path);
    if ('problem' in read)
      return {
        problem: `${read.problem}; name a history.jsonl, or a folder with results of main`,
      };
    files.push(...read.files);
  }
  const { rows, problems } = historyOfFiles(files, Date.now());
  for (const problem of problems) say(`${problem}; it is left out`);
  if (rows.length === 0)
    return {
      problem: `${paths.join(', ')} holds no run of main; download the artifact agent-eval-results of a run of main`,
    };
  const promised = rows.findLast(({ audit }) => audit !== null)?.audit?.promised ?? 1 - defaultPolicy().confidence;
  return { rows, moved: movedCases(rows), audit: selfAuditOf(rows, promised) };
}
