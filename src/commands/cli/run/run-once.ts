import { relative, sep } from 'node:path';
import { localBaseSource } from '#commands/compose/base-source.ts';
import { budgetOf } from '#commands/compose/request-settings.ts';
import type { WorkspaceRequest, WorkspaceResult } from '#commands/compose/workspace-request.ts';
import { RUN, type RunOptions } from '#commands/options/flags.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { lookOf } from '#commands/terminal/look.ts';
import { type TerminalProgress, terminalProgress } from '#commands/terminal/progress.ts';
import { shellQuoted } from '#common/shell.ts';
import type { Budget } from '#ports/ports.ts';
import { decisionJson } from '#report/decision-json.ts';
import { EXIT, exitCode, whenOpen } from '#report/exit-code.ts';
import { headlineOf } from '#report/headline/headline.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { repairOf } from '#report/outputs/repair.ts';
import { hasTrials } from '#report/report.ts';
import { clearest } from '#report/rows/concerned.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { repositoryFacts } from '#runner/workspace/git/repository-facts.ts';
import { commandName } from '../common/command-name.ts';
import { localFacts, localRequest } from '../common/local-request.ts';
import { printJson } from '../common/print-json.ts';
import { say, sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';

/** Where one run works, what it runs, and what ends it. */
export interface RunPlace {
  readonly cwd: string;
  /** Of its results, absolute. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly progress: TerminalProgress;
  /** Of several runs; absent: it has its own. */
  readonly budget?: Budget;
}

/** What came of a run. */
export interface MadeRun {
  /** Exit code. */
  readonly code: number;
  /** `null`: it could not begin. */
  readonly result: WorkspaceResult | null;
  /** Where its page is; `null`: it has none. */
  readonly report: string | null;
}

/** How loud a run is by its flags. */
export function progressOf({ quiet, verbose }: Pick<RunOptions, 'quiet' | 'verbose'>): TerminalProgress {
  return terminalProgress(process.stderr, () => performance.now(), detailOf({ quiet, verbose }));
}

function detailOf({ quiet, verbose }: Pick<RunOptions, 'quiet' | 'verbose'>): 'quiet' | 'normal' | 'verbose' {
  return quiet ? 'quiet' : verbose ? 'verbose' : 'normal';
}

/** The request of one run, without a baseline. */
export async function requestOf(options: RunOptions, place: RunPlace): Promise<WorkspaceRequest> {
  const { cwd, folder, signal, progress } = place;
  const { cases, tags } = options;
  const [{ sha, ref }, root, base_source] = await Promise.all([
    repositoryFacts(cwd),
    workspaceRoot(cwd, options.config),
    localBaseSource(cwd),
  ]);
  const request = localRequest(options, { cwd, output_folder: folder, signal });
  return {
    ...request,
    folders: { ...request.folders, root },
    facts: localFacts({
      sha,
      ref,
      ...(options.against !== null && { base_ref: options.against }),
      side: 'candidate',
      // Stored with the results, so that nobody takes a part of a suite for the whole.
      ...(cases.length + tags.length === 0 ? {} : { inputs: { cases, tags } }),
    }),
    comparison: {
      ...request.comparison,
      base_source,
      confirm: options.confirm ?? (options.against === null ? 'never' : 'auto'),
    },
    storage: {
      ...request.storage,
      resume: options.resume,
      keeps_results_until_tried: true,
      keeps_workspaces: options.keep,
      // A run of continuous integration may find a file that a change brought along.
      remembers_verdicts: !process.env['CI'],
    },
    shared_budget: place.budget ?? createBudget(budgetOf(options), systemClock),
    progress,
  };
}

/**
 * Prints the result of a run.
 *
 * @param interrupted exit code of the signal that ended it, `null` without one
 * @returns the exit code
 */
export function printResult(
  result: WorkspaceResult,
  options: RunOptions,
  { cwd, folder }: Pick<RunPlace, 'cwd' | 'folder'>,
  interrupted: number | null,
): number {
  if (result.kind === 'invalid') {
    sayIssues(result.issues);
    return EXIT.usage;
  }
  if (result.kind === 'refused') {
    say(`agent-eval: ${result.problem}`);
    return EXIT.usage;
  }
  const { decision, comparison, report } = result.evaluation;
  const people = options.json ? process.stderr : process.stdout;
  people.write(
    `${renderTerminal(report, { ...lookOf(people), detail: detailOf(options), of_failed: options.failed })}\n`,
  );
  const isStored = result.stored.problem === null;
  if (isStored && !options.quiet) {
    const example =
      clearest(report.cases) ??
      report.cases.find(({ candidate }) => candidate !== null && candidate.passed < candidate.scored);
    if (example !== undefined) say(`Look closer: ${showCommand(example.id, options)}`);
    const where = whereResultsAre(result, relative(cwd, folder) || '.', options);
    if (where !== null) say(where);
  }
  if (interrupted !== null && isStored && hasTrials(report) && !options.failed)
    say('Interrupted; the same command with --resume continues from here');
  if (options.json)
    printJson({ ...decisionJson(decision, comparison, headlineOf(report).words), repair: repairOf(report) });
  return (
    interrupted ??
    exitCode(decision.verdict, options.failOn, whenOpen(options.failOn, result.evaluation, decision.reasons))
  );
}

/** The command that shows a case of this run. */
function showCommand(id: string, { output, baseline }: RunOptions): string {
  const folder = output === RUN.output.default ? '' : ` --output ${shellQuoted(output)}`;
  const runs = baseline === null ? '' : ` --baseline ${baseline.map(shellQuoted).join(' ')}`;
  return `${commandName()} show ${id}${folder}${runs}`;
}

function whereResultsAre(
  { kept_earlier: keepsEarlier, evaluation }: Evaluated,
  folder: string,
  { output, failed }: RunOptions,
): string | null {
  if (keepsEarlier) return `No trial was run: ${folder}${sep} still holds the results of the run before`;
  // The folder holds only what the report has just said.
  if (!hasTrials(evaluation.report)) return null;
  if (failed) return `Results: ${folder}${sep} (those of the last whole run stay in ${output})`;
  return `Results: ${folder}${sep}`;
}

type Evaluated = Extract<WorkspaceResult, { kind: 'evaluated' }>;
