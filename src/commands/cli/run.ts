import { join, resolve } from 'node:path';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import type { WorkspaceRequest } from '#commands/compose/workspace-request.ts';
import type { RunOptions } from '#commands/options/flags.ts';
import { listed, plural } from '#common/words.ts';
import { runnerRefusal } from '#config/runner-refusal.ts';
import { EXIT } from '#report/exit-code.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { baselineAgainst } from './baseline-against.ts';
import { type ChosenBaseline, chosenBaseline } from './common/chosen-baseline.ts';
import { say, sayIssues } from './common/say.ts';
import { workspaceRoot } from './common/workspace-root.ts';
import { endAtOnce } from './end-at-once.ts';
import { failedLastTime, OF_FAILED } from './run/earlier-failures.ts';
import { printResult, progressOf, type RunPlace, requestOf } from './run/run-once.ts';
import { openReport, writeReport } from './run/run-report.ts';

export { findWhichLine } from './which.ts';

/** What `agent-eval run` does. */
export async function runSuite(options: RunOptions): Promise<void> {
  const cwd = process.cwd();
  const folder = resolve(cwd, options.output);
  const progress = progressOf(options);
  const stop = abortOnSignals(progress.stopping, endAtOnce);
  const place: RunPlace = { cwd, folder, signal: stop.signal, progress };
  try {
    const runs = options.failed ? runFailed : runSelected;
    process.exitCode = await runs(options, place, stop.code);
  } finally {
    stop.release();
  }
}

/** Runs, prints, and gives the exit code. */
async function runSelected(options: RunOptions, place: RunPlace, stopped: () => number | null): Promise<number> {
  const request = await requestOf(options, place);
  const baseline = await chooseBaseline(options, request);
  if ('problem' in baseline) {
    say(`agent-eval: ${baseline.problem}`);
    return stopped() ?? EXIT.usage;
  }
  const result = await evaluateWorkspace({
    ...request,
    comparison: { ...request.comparison, baselines: baseline.store, base_prices: baseline.prices },
    storage: { ...request.storage, resume: request.storage.resume && !baseline.made },
  });
  const code = printResult(result, options, place, stopped());
  const report = await writeReport(result, place, { baselines: baseline.store, quiet: options.quiet });
  if (report !== null && options.open) await openReport(report);
  return stopped() ?? code;
}

/** `--failed`: the cases that did not pass last time. The last whole run's results stay where they are. */
async function runFailed(options: RunOptions, place: RunPlace, stopped: () => number | null): Promise<number> {
  const earlier = await failedLastTime(place.folder);
  if ('problem' in earlier) {
    say(`agent-eval: --failed: ${earlier.problem}`);
    return EXIT.usage;
  }
  const known = await knownCases(place.cwd, options);
  if (known === null) return EXIT.usage;
  const cases = earlier.ids.filter((id) => known.has(id));
  const gone = earlier.ids.filter((id) => !cases.includes(id));
  if (gone.length > 0) say(`No longer in the suite: ${listed(gone)}`);
  if (cases.length === 0) {
    say('Nothing failed last time: there is nothing to run');
    return EXIT.pass;
  }
  const untried = earlier.untried.filter((id) => known.has(id));
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

/** Ids of the selected cases of a suite; `null`: they can't be loaded, or only its own runner knows them, and standard error says why. */
async function knownCases(
  cwd: string,
  { config, cases, tags }: Pick<RunOptions, 'config' | 'cases' | 'tags'>,
): Promise<ReadonlySet<string> | null> {
  const files = workspaceFiles(await workspaceRoot(cwd, config), cwd, config);
  const loaded = await loadSuite(files, config, { ids: cases, tags });
  if ('issues' in loaded) {
    sayIssues(loaded.issues);
    return null;
  }
  const refusal = runnerRefusal(loaded.suite.config.agent, 'divided');
  if (refusal === null) return new Set(loaded.suite.cases.map(({ id }) => id));
  say(`agent-eval: --failed: ${refusal}`);
  return null;
}
