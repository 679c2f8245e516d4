import { existsSync } from 'node:fs';
import type { CalibrateOptions } from '#commands/options/flags.ts';
import { OPTIONS } from '#commands/options/options.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { calibrationOf } from '#gate/calibration/calibration-of.ts';
import { recommend } from '#gate/calibration/recommend.ts';
import { renderCalibration } from '#gate/calibration/render-calibration.ts';
import { type Simulation, simulationOf } from '#gate/calibration/simulation.ts';
import { type Tallies, tallyDraws } from '#gate/calibration/tally-draws.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { growNursery } from '#process/heap-growth.ts';
import { ownProgram } from '#process/shipped-file.ts';
import { onThreads } from '#process/threads.ts';
import { EXIT } from '#report/exit-code.ts';
import type { TrialRange } from '#trials/trial/trial-range.ts';
import { printJson } from './common/print-json.ts';
import { readResultsFile, readText } from './common/read-results.ts';
import { say, sayIssues } from './common/say.ts';

const CONFIG = OPTIONS.config.default;
const SEED = 1;

/** Each takes memory of its own. */
const MOST_THREADS = 4;

/** Draws of so many cases, about, take as long as starting a thread. */
const CASES_A_THREAD = 500;

/** What `agent-eval calibrate` does. */
export async function calibrateRuns(files: readonly string[], options: CalibrateOptions): Promise<void> {
  const [runs, settings] = await Promise.all([readRuns(files), readSettings(options.config)]);
  if (runs === null || settings === null) {
    process.exitCode = EXIT.usage;
    return;
  }
  const simulation = simulationOf(runs, settings.policy, options.trials ?? settings.trials, {
    draws: options.draws,
    seed: SEED,
  });
  if (simulation === null) {
    say(
      `${files.join(', ')}: no trial of main was judged, so there is nothing to sample from; name results of complete runs`,
    );
    process.exitCode = EXIT.usage;
    return;
  }
  // Simulated trials are garbage as soon as they are counted.
  growNursery();
  const calibration = calibrationOf(simulation, await drawOnThreads(simulation));
  const recommendation = recommend(calibration);
  const people = options.json ? process.stderr : process.stdout;
  people.write(`policy: ${settings.source}\n${renderCalibration(calibration)}\n\n${recommendation}\n`);
  if (options.json) printJson({ ...calibration, policy_from: settings.source, recommendation });
}

async function readRuns(files: readonly string[]): Promise<readonly ResultsFile[] | null> {
  const usable: ResultsFile[] = [];
  for (const file of files) {
    const results = await readResultsFile(file);
    if (results !== null && isOfMain(file, results)) usable.push(results);
  }
  return usable.length === files.length ? usable : null;
}

/** Trials of a change have passed or failed a gate already, so they do not show what unchanged code does. */
function isOfMain(file: string, { commit, run: { side } }: ResultsFile): boolean {
  if (commit.pull_request === null && side !== 'confirm') return true;
  const what =
    side === 'confirm' ? 'has fresh trials of main for one change' : `is of pull request ${commit.pull_request}`;
  say(`${file}: ${what}; name results.json of runs of the main branch`);
  return false;
}

/** The gate and plan to calibrate. */
interface Settings {
  readonly policy: Policy;
  readonly trials: TrialRange | null;
  /** Its source, for people. */
  readonly source: string;
}

async function readSettings(configFile: string | null): Promise<Settings | null> {
  if (configFile === null && !existsSync(CONFIG))
    return { policy: defaultPolicy(), trials: null, source: `built in (there is no ${CONFIG} here)` };
  const path = configFile ?? CONFIG;
  const text = await readText(path);
  if (text === null) return null;
  const parsed = parseConfig(text, path);
  if ('config' in parsed) return { policy: parsed.config.gate, trials: parsed.config.trials, source: path };
  sayIssues(parsed.issues);
  return null;
}

/** Makes all draws of a simulation. How many threads there are changes no figure. */
function drawOnThreads(simulation: Simulation): Promise<readonly Tallies[]> {
  const { draws, suite } = simulation;
  return onThreads(ownProgram('draw-thread'), tallyDraws, {
    data: simulation,
    count: draws,
    threads: Math.min(MOST_THREADS, Math.ceil((draws * suite.cases.length) / CASES_A_THREAD)),
  });
}
