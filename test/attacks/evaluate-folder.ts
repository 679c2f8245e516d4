import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import type { BudgetCaps } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import { NO_CAPS } from '#runner/trials/budget.ts';
import { folderRequest } from '#test/support/workspace-request.ts';

/** What a run of the suite in a folder came to: `evaluated` or why not, and all that was said meanwhile and at the end. */
export interface FolderRun {
  readonly kind: 'invalid' | 'refused' | 'evaluated';
  /** Null unless it was evaluated. */
  readonly verdict: string | null;
  /** Trials that ran. */
  readonly trials: number;
  readonly text: string;
}

/** What the workflow gives a run. */
export interface Workflow {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly budget?: Partial<BudgetCaps>;
}

/** Runs the suite of a folder in this process, as on main: without GitHub and a baseline, so that floors decide alone. */
export async function evaluateFolder(
  folder: string,
  { environment = {}, secrets = [], budget = {} }: Workflow = {},
): Promise<FolderRun> {
  const texts: string[] = [];
  const request = folderRequest(folder, {
    side: 'baseline',
    environment: { PATH: process.env['PATH'], ...environment },
    secrets,
  });
  const result = await evaluateWorkspace({
    ...request,
    storage: { resume: false, trajectories: 'all' },
    budget: { ...NO_CAPS, ...budget },
    progress: listening(texts),
  });
  if (result.kind === 'invalid') texts.push(...result.issues.map(({ path, message }) => `${path}: ${message}`));
  if (result.kind === 'refused') texts.push(result.problem);
  if (result.kind === 'evaluated') texts.push(...(await textsIn(join(folder, 'results'))));
  const evaluation = result.kind === 'evaluated' ? result.evaluation : null;
  return {
    kind: result.kind,
    verdict: evaluation?.decision.verdict ?? null,
    trials: evaluation?.results.cases.reduce((sum, evalCase) => sum + evalCase.trials.length, 0) ?? 0,
    text: texts.join('\n'),
  };
}

/** Of the files directly in a folder. */
async function textsIn(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(files.map(({ name }) => readFile(join(folder, name), 'utf8')));
}

function listening(texts: string[]): Progress {
  return {
    start() {},
    begins() {},
    trial() {},
    note: (text) => void texts.push(text),
    warn: (text) => void texts.push(text),
    untrusted: (title, text) => void texts.push(title, text),
    stop() {},
  };
}
