import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import type { WorkspaceResult } from '#commands/compose/workspace-request.ts';
import { HTML_FILE, storedIn, writeHtml } from '#commands/compose/write-html.ts';
import { errorMessage } from '#common/error-message.ts';
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

/** The program of each system that opens a file as a double click does. It gets the path as one argument, through no shell. */
const OPENERS: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const LINUX = ['xdg-open'] as const;

/**
 * Opens a file in the program that the system has for it. Resolves when it is on its way; `problem`, a sentence part, if there
 * is no such program.
 */
async function openFile(path: string): Promise<{ readonly problem: string | null }> {
  const [program, ...before] = OPENERS[process.platform] ?? LINUX;
  return new Promise((resolve) => {
    const child = spawn(program, [...before, path], { stdio: 'ignore', detached: true });
    const patience = setTimeout(() => end(null), PATIENCE_MS);
    const end = (problem: string | null): void => {
      clearTimeout(patience);
      child.unref();
      resolve({ problem });
    };
    child.once('error', (error) => end(`${program} could not be started (${errorMessage(error)})`));
    child.once('exit', (code) => end(code === 0 ? null : `${program} ended with code ${code ?? 'none'}`));
  });
}

/** Some openers are the browser itself and run until it is closed. */
const PATIENCE_MS = 3000;
