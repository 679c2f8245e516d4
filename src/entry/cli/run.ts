import { join, relative, sep } from 'node:path';
import { systemClock } from '#adapters/terminal/clock.ts';
import { terminalProgress } from '#adapters/terminal/progress.ts';
import { repositoryFacts } from '#adapters/workspace/git/repository-facts.ts';
import type { BaselineStore } from '#application/ports.ts';
import { createBudget } from '#application/trials/budget.ts';
import { decisionJson } from '#domain/gate/numbers/decision-json.ts';
import { EXIT, exitCode, failOnOf } from '#domain/report/exit-code.ts';
import { renderTerminal } from '#domain/report/render-terminal.ts';
import { abortOnSignals } from '#entry/compose/abort-on-signals.ts';
import { localBaseSource } from '#entry/compose/base-source.ts';
import { evaluateWorkspace, outputFolder } from '#entry/compose/evaluate-workspace.ts';
import { budgetOf } from '#entry/compose/request-settings.ts';
import type { WorkspaceRequest, WorkspaceResult } from '#entry/compose/workspace-request.ts';
import { HTML_FILE, storedIn, writeHtml } from '#entry/compose/write-html.ts';
import type { RunOptions } from '#entry/options/flags.ts';
import { baselineAgainst } from './baseline-against.ts';
import { chosenBaseline } from './chosen-baseline.ts';
import { commandName } from './command-name.ts';
import { localFacts, localRequest } from './local-request.ts';
import { printJson } from './print-json.ts';
import { say, sayIssues } from './say.ts';
import { workspaceRoot } from './workspace-root.ts';

/** What `agent-eval run` does. */
export async function runSuite(options: RunOptions): Promise<void> {
  const cwd = process.cwd();
  const folder = outputFolder(cwd, options.output);
  const stop = abortOnSignals(() => {
    say('\nInterrupted: starting no new trials, stopping those that run, and reporting what is known');
  });
  try {
    const request = await requestOf(options, { cwd, folder, signal: stop.signal });
    const chosen =
      options.against === null
        ? await chosenBaseline(cwd, options.baseline, folder)
        : await baselineAgainst(options.against, request);
    if ('problem' in chosen) {
      say(`agent-eval: ${chosen.problem}`);
      process.exitCode = stop.code() ?? EXIT.usage;
      return;
    }
    const resume = request.resume && !chosen.made;
    const result = await evaluateWorkspace({ ...request, baselines: chosen.store, resume });
    const html = await htmlOf(result, folder, chosen.store);
    process.exitCode = endOf(result, options, relative(cwd, folder) || '.', stop.code());
    if (html !== null) say(html.problem ?? `Report: ${relative(cwd, html.path)}`);
  } finally {
    stop.release();
  }
}

/** Writes the HTML report of a run that was stored; `null`: it was not. */
async function htmlOf(
  result: WorkspaceResult,
  folder: string,
  baselines: BaselineStore,
): Promise<{ readonly path: string; readonly problem: string | null } | null> {
  if (result.kind !== 'evaluated' || result.kept_earlier || result.stored.problem !== null) return null;
  const { evaluation, suite, redact } = result;
  const path = join(folder, HTML_FILE);
  const here = storedIn(folder, evaluation.results);
  return { path, ...(await writeHtml(path, { evaluation, cases: suite.cases, redact, baselines, here })) };
}

/** Prints the result; returns the exit code. */
function endOf(result: WorkspaceResult, options: RunOptions, folder: string, interrupted: number | null): number {
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
  people.write(`${renderTerminal(report, { colours: people.isTTY === true })}\n`);
  const isStored = result.stored.problem === null;
  if (isStored) say(whereResultsAre(result, folder));
  if (interrupted !== null && isStored) say('Interrupted; the same command with --resume continues from here');
  if (options.json) printJson(decisionJson(decision, comparison));
  return interrupted ?? exitCode(decision.verdict, failOnOf(options.failOn, result.suite.config.gate));
}

function whereResultsAre({ kept_earlier: kept, evaluation }: Evaluated, folder: string): string {
  if (kept) return `No trial was run: ${folder}${sep} still holds the results of the run before`;
  const keep = `"${commandName()} baseline save NAME" keeps them to compare with`;
  return `Results: ${folder}${sep}${evaluation.decision.verdict === 'error' ? '' : ` (${keep})`}`;
}

type Evaluated = Extract<WorkspaceResult, { kind: 'evaluated' }>;

async function requestOf(
  options: RunOptions,
  { cwd, folder, signal }: { readonly cwd: string; readonly folder: string; readonly signal: AbortSignal },
): Promise<WorkspaceRequest> {
  const { cases, tags } = options;
  const { sha, ref } = await repositoryFacts(cwd);
  return {
    ...localRequest(options, { cwd, output_folder: folder, signal }),
    root: await workspaceRoot(cwd, options.config),
    keeps_results_until_tried: true,
    facts: localFacts({
      sha,
      ref,
      side: 'candidate',
      // Stored with the results, so that nobody takes a part of a suite for the whole.
      ...(cases.length + tags.length === 0 ? {} : { inputs: { cases, tags } }),
    }),
    base_source: await localBaseSource(cwd),
    resume: options.resume,
    shared_budget: createBudget(budgetOf(options), systemClock),
    progress: terminalProgress(process.stderr, () => performance.now()),
  };
}
