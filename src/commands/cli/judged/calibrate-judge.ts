import { relative, resolve } from 'node:path';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import type { CalibrateJudgeOptions } from '#commands/options/judge-flags.ts';
import { lookOf } from '#commands/terminal/look.ts';
import { errorMessage } from '#common/error-message.ts';
import { calibrationText } from '#judge/calibration/calibration-file.ts';
import { parseLabels } from '#judge/labels/parse-labels.ts';
import { EXIT } from '#report/exit-code.ts';
import { renderJudgeCalibration } from '#report/terminal/render-judge-calibration.ts';
import { type Asking, calibrateByLabels } from '#runner/labels/calibrate-by-labels.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { labelFolder, writeFileWhole } from '#runner/workspace/labels/label-folder.ts';
import { commandName } from '../common/command-name.ts';
import { printJson } from '../common/print-json.ts';
import { say, sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';
import { gradingBudget, judgeHere, redactorOf } from './graders-here.ts';
import { runsOfMain } from './runs-of-main.ts';

/** What `agent-eval calibrate-judge` does. */
export async function calibrateJudge(runFiles: readonly string[], options: CalibrateJudgeOptions): Promise<void> {
  const stop = abortOnSignals(() => say('Stopping: nothing is written'));
  try {
    const code = await calibrateHere(runFiles, options, stop.signal);
    process.exitCode = stop.code() ?? code;
  } finally {
    stop.release();
  }
}

async function calibrateHere(
  runFiles: readonly string[],
  options: CalibrateJudgeOptions,
  signal: AbortSignal,
): Promise<number> {
  const cwd = process.cwd();
  const files = workspaceFiles(await workspaceRoot(cwd, options.config), cwd, options.config);
  const loaded = await loadSuite(files, options.config, { ids: [], tags: [] });
  if ('issues' in loaded) return refuseIssues(loaded.issues);
  const { suite } = loaded;
  const { judge } = suite.config;
  if (judge === null) return refuse(`${options.config} names no judge; write \`judge:\` with a model`);
  const folder = labelFolder(cwd, resolve(cwd, options.labels));
  const labels = parseLabels(await folder.files());
  if (labels.issues.length > 0) return refuseIssues(labels.issues);
  if (labels.labels.length === 0)
    return refuse(`${options.labels} holds no labels; "${commandName()} label" makes them`);
  const main = await runsOfMain(runFiles);
  if ('problem' in main) return refuse(main.problem);

  const redact = redactorOf([]);
  const budget = gradingBudget(options);
  const ask: Asking = {
    open: () => judgeHere(suite, options, redact, budget),
    repeats: options.repeats ?? 0,
    note: say,
  };
  const stored = { runs: main.runs, baselines: main.baselines, stored: folder.stored() };
  const outcome = await calibrateByLabels(labels.labels, suite, stored, ask, signal).catch((error: unknown) => ({
    problem: signal.aborted ? 'interrupted' : redact(errorMessage(error)),
  }));
  if ('issues' in outcome) return refuseIssues(outcome.issues);
  if ('problem' in outcome) return signal.aborted ? EXIT.error : refuse(outcome.problem);
  const path = resolve(cwd, options.output ?? files.locate(judge.calibration));
  await writeFileWhole(path, calibrationText(outcome.calibration));
  const people = options.json ? process.stderr : process.stdout;
  people.write(`${renderJudgeCalibration(outcome.calibration, lookOf(people))}\n`);
  for (const note of outcome.notes) say(note);
  say(`Written: ${relative(cwd, path)}; commit it, and changes are judged with it once it is on main`);
  if (options.json) printJson(outcome.calibration);
  return EXIT.pass;
}

function refuseIssues(issues: Parameters<typeof sayIssues>[0]): number {
  sayIssues(issues);
  return EXIT.usage;
}

function refuse(problem: string): number {
  say(`agent-eval: ${problem}`);
  return EXIT.usage;
}
