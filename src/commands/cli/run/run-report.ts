import { join, relative } from 'node:path';
import type { WorkspaceResult } from '#commands/compose/workspace-request.ts';
import { HTML_FILE, storedIn, writeHtml } from '#commands/compose/write-html.ts';
import { openFile } from '#commands/terminal/open-file.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { say } from '../common/say.ts';
import type { RunPlace } from './run-once.ts';

/**
 * Writes the HTML report next to the results of a run that stored them, and says where it is, or why there is none.
 *
 * @returns its path; `null`: it was not written
 */
export async function writeReport(
  result: WorkspaceResult,
  { cwd, folder }: Pick<RunPlace, 'cwd' | 'folder'>,
  { baselines, quiet }: { readonly baselines: BaselineStore; readonly quiet: boolean },
): Promise<string | null> {
  if (result.kind !== 'evaluated' || result.kept_earlier || result.stored.problem !== null) return null;
  const { evaluation, suite, redact } = result;
  const path = join(folder, HTML_FILE);
  const here = storedIn(folder, evaluation.results);
  const { problem } = await writeHtml(path, { evaluation, cases: suite.cases, redact, baselines, here });
  if (problem !== null) say(problem);
  else if (!quiet) say(`Report: ${relative(cwd, path)}`);
  return problem === null ? path : null;
}

/** Opens a report, a file or an address, in the browser; where none opens, people get what to open. */
export async function openReport(place: string): Promise<void> {
  const { problem } = await openFile(place);
  if (problem !== null) say(`agent-eval: no browser opens here: ${problem}. Open ${place} yourself`);
}
