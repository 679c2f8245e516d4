import { join, resolve } from 'node:path';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import { budgetOf } from '#commands/compose/request-settings.ts';
import type { WorkspaceRequest } from '#commands/compose/workspace-request.ts';
import type { RunOptions } from '#commands/options/flags.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { listed, plural } from '#common/words.ts';
import { EXIT } from '#report/exit-code.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { baselineAgainst } from './baseline-against.ts';
import { type ChosenBaseline, chosenBaseline } from './common/chosen-baseline.ts';
import { say } from './common/say.ts';
import { endAtOnce } from './end-at-once.ts';
import { failedLastTime, OF_FAILED } from './run/earlier-failures.ts';
import { knownCases } from './run/known-cases.ts';
import { type MadeRun, printResult, progressOf, type RunPlace, requestOf } from './run/run-once.ts';
import { openReport, writeReport } from './run/run-report.ts';
import { watchSuite } from './run/watch-suite.ts';

export { findWhichLine } from './which.ts';

/** What `agent-eval run` does. */
export async function runSuite(options: RunOptions): Promise<void> {
  const cwd = process.cwd();
  const folder = resolve(cwd, options.output);
  const progress = progressOf(options);
  const stop = abortOnSignals(progress.stopping, endAtOnce);
  const place: RunPlace = { cwd, folder, signal: stop.signal, progress };
  try {
    const runs = options.watch || options.ui ? runWatching : options.failed ? runFailed : runSelected;
    process.exitCode = (await runs(options, place, stop.code)).code;
  } finally {
    stop.release();
  }
}

/** Runs, and prints. */
async function runSelected(options: RunOptions, place: RunPlace, stopped: () => number | null): Promise<MadeRun> {
  const request = await requestOf(options, place);
  const baseline = await chooseBaseline(options, request);
  if ('problem' in baseline) {
    say(`agent-eval: ${baseline.problem}`);
    return { code: stopped() ?? EXIT.usage, result: null, report: null };
  }
  const result = await evaluateWorkspace({
    ...request,
    comparison: { ...request.comparison, baselines: baseline.store, base_prices: baseline.prices },
    storage: { ...request.storage, resume: request.storage.resume && !baseline.made },
  });
  const code = printResult(result, options, place, stopped());
  const report = await writeReport(result, place, { baselines: baseline.store, quiet: options.quiet });
  if (report !== null && options.open) await openReport(report);
  return { code: stopped() ?? code, result, report };
}

/** `--watch`: an ordinary run, and one of what each change reaches. */
async function runWatching(options: RunOptions, place: RunPlace, stopped: () => number | null): Promise<MadeRun> {
  const budget = createBudget(budgetOf(options), systemClock);
  const run = (again: RunOptions, at: RunPlace) => runSelected(again, at, stopped);
  return { code: await watchSuite(options, { ...place, budget }, stopped, run), result: null, report: null };
}

/** `--failed`: the cases that did not pass last time. The last whole run's results stay where they are. */
async function runFailed(options: RunOptions, place: RunPlace, stopped: () => number | null): Promise<MadeRun> {
  const nothing = (code: number): MadeRun => ({ code, result: null, report: null });
  const earlier = await failedLastTime(place.folder);
  if ('problem' in earlier) {
    say(`agent-eval: --failed: ${earlier.problem}`);
    return nothing(EXIT.usage);
  }
  const known = await knownCases(place.cwd, options, '--failed');
  if (known === null) return nothing(EXIT.usage);
  const ids = new Set(known.suite.cases.map(({ id }) => id));
  const cases = earlier.ids.filter((id) => ids.has(id));
  const gone = earlier.ids.filter((id) => !cases.includes(id));
  if (gone.length > 0) say(`No longer in the suite: ${listed(gone)}`);
  if (cases.length === 0) {
    say('Nothing failed last time: there is nothing to run');
    return nothing(EXIT.pass);
  }
  const untried = earlier.untried.filter((id) => ids.has(id));
  if (untried.length > 0)
    say(`The last run ended before it had evaluated ${plural(untried.length, 'case')}: ${listed(untried)}`);
  if (!options.quiet) say(`Running the ${plural(cases.length, 'case')} that did not pass last time: ${listed(cases)}`);
  return runSelected({ ...options, cases }, { ...place, folder: join(place.folder, OF_FAILED) }, stopped);
}

/** What the run is compared with. */
async function chooseBaseline(
  options: RunOptions,
  request: WorkspaceRequest,
): Promise<ChosenBaseline | { readonly problem: string }> {
  if (options.against !== null) return baselineAgainst(options.against, request);
  return chosenBaseline(options.baseline, request.folders.output_folder);
}
