import { join, relative } from 'node:path';
import type { WorkspaceResult } from '#commands/compose/workspace-request.ts';
import { HTML_FILE, storedIn, writeHtml } from '#commands/compose/write-html.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { say } from '../common/say.ts';
import type { RunPlace } from './run-once.ts';

/** Writes the HTML report beside the results of a run that stored them, and says where it is, or why there is none. */
export async function writeReport(
  result: WorkspaceResult,
  { cwd, folder }: Pick<RunPlace, 'cwd' | 'folder'>,
  { baselines, quiet }: { readonly baselines: BaselineStore; readonly quiet: boolean },
): Promise<void> {
  if (result.kind !== 'evaluated' || result.kept_earlier || result.stored.problem !== null) return;
  const { evaluation, suite, redact } = result;
  const path = join(folder, HTML_FILE);
  const here = storedIn(folder, evaluation.results);
  const { problem } = await writeHtml(path, { evaluation, cases: suite.cases, redact, baselines, here });
  if (problem !== null) say(problem);
  else if (!quiet) say(`Report: ${relative(cwd, path)}`);
}
