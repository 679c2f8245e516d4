import { EXIT } from '#domain/report/exit-code.ts';
import { historyTable } from '#domain/report/history/history-table.ts';
import type { HistoryOptions } from '#entry/options/flags.ts';
import { mainHistory } from './main-history.ts';
import { printJson } from './print-json.ts';
import { say } from './say.ts';

/** What `agent-eval history` does. */
export async function showHistory(path: string, { json }: HistoryOptions): Promise<void> {
  const shown = await mainHistory([path]);
  if ('problem' in shown) {
    say(`agent-eval: ${shown.problem}`);
    process.exitCode = EXIT.usage;
  } else if (json) printJson(shown);
  else process.stdout.write(`${historyTable(shown)}\n`);
}
